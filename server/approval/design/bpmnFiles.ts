import type { Id } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { toBpmn } from '../../../domain/approval/design/bpmn.ts'
import { drawingOf } from '../../../domain/approval/design/bpmnDrawing.ts'
import { fromBpmn } from '../../../domain/approval/design/bpmnReading.ts'
import { type Definition, parseDefinition } from '../../../domain/approval/flow/definition.ts'
import type { PublishFinding } from '../../../domain/approval/design/publishFinding.ts'
import { type OneByOne, wantedBy } from '../../call.ts'
import type { Task } from '../../heavy/children.ts'
import { NotFound } from '../../httpError.ts'
import type { Tx } from '../../db/tx.ts'
import { type readBpmn, writeBpmn } from './bpmn.ts'
import { saveDraft } from './install.ts'

/** A version of a flow as a file of BPMN 2.0: the one in use, the draft (or the one in use where there is none), or an older one. */
export const exportFlow = async (tx: Tx, flowKey: string, version?: number | 'draft'): Promise<{ xml: string; fileName: string }> => {
  const definition = await readFlow(tx, flowKey, version)
  const file = toBpmn(definition)
  if ('refusal' in file) return refuse(file.refusal.reason, file.refusal.words, file.refusal.params)
  const xml = await writeBpmn(file.process, drawingOf(definition, file.process))
  return { xml, fileName: `${definition.name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim() || flowKey}.bpmn` }
}

export type BpmnFile = Awaited<ReturnType<typeof readBpmn>>

const bpmnTask: Task<string, BpmnFile> = { module: new URL('./bpmnTask.ts', import.meta.url) }

/** What a file of BPMN 2.0 says, read apart: its parser takes long over many or strange elements. */
export const readBpmnApart = (call: OneByOne, xml: string): Promise<BpmnFile> =>
  call.app.heavy.inTurn('drawings', wantedBy(call), (turn) => turn.run(bpmnTask, xml))

/** Makes a file of BPMN 2.0 the draft of a flow; `revision` is that of the draft that was seen, 0 for none. */
export const importFlow = async (
  tx: Tx,
  { flowKey, file, revision, by }: { flowKey: string; file: BpmnFile; revision: number; by: Id },
): Promise<{ revision: number; findings: PublishFinding[] }> => {
  const base = await readFlow(tx, flowKey, 'draft')
  const draft = 'refusal' in file ? file : fromBpmn(file.process, base)
  if ('refusal' in draft) return refuse(draft.refusal.reason, draft.refusal.words, draft.refusal.params)
  const { key, version, form } = base
  const savedDraft = await saveDraft(tx, { flowKey, revision, body: { ...draft.definition, key, version, form }, byUid: by })
  return { revision: savedDraft.revision, findings: [...draft.findings, ...savedDraft.findings] }
}

const readFlow = async (tx: Tx, flowKey: string, version: number | 'draft' | undefined): Promise<Definition> => {
  const [row] = await tx.query<{ draft: unknown; published: unknown }>(flowText, [
    tx.orgId,
    flowKey,
    version === 'draft' ? null : (version ?? null),
  ])
  const body = version === 'draft' ? (row?.draft ?? row?.published) : row?.published
  if (!row || !body) throw new NotFound()
  const parseResult = parseDefinition(body)
  if ('refusal' in parseResult) return refuse(parseResult.refusal.reason, parseResult.refusal.words, parseResult.refusal.params)
  return parseResult.definition
}

const flowText = `
  select (select body from wf_draft r where r.org_id = $1 and r.flow_key = f.flow_key) as draft,
         (select body from wf_definition d where d.org_id = $1 and d.flow_key = f.flow_key
            and d.version = coalesce($3::int, f.active_version)) as published
  from wf_flow f where f.org_id = $1 and f.flow_key = $2`
