import type { Id } from '../../kernel/id.ts'
import { Refused, refuse } from '../../kernel/refusal.ts'
import { checkMigration } from '../../domain/approval/migrate.ts'
import { inWords } from '../../domain/english/all.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import type { flowOperations } from '../../domain/operations/flows.ts'
import type { SignedIn } from '../call.ts'
import type { DocumentPort } from './port.ts'
import { actorOf, command } from './run.ts'
import { administrators, loadDefinition, publishedDefinition, readInstance } from './store.ts'

type Asked = {
  readonly flowKey: string
  readonly version: number | undefined
  readonly mapping: Record<string, string>
  readonly reenter: readonly string[]
  readonly dryRun: boolean
}

/** How many running instances one call moves; the rest is for the next call. */
const atOnce = 500

/**
 * Moves the running instances of a flow to one of its versions, oldest first, each in its own right: one that cannot move stays and
 * says why. A dry run only says what would happen. Calling it again goes on with those that are left.
 */
export const upgradeFlow = async (
  call: SignedIn,
  documents: DocumentPort,
  asked: Asked,
): Promise<OutputOf<typeof flowOperations.upgrade>> => {
  const { tx, session, language } = call
  const [flow] = await tx.query<{ active_version: number | null }>(
    'select active_version from wf_flow where org_id = $1 and flow_key = $2',
    [tx.orgId, asked.flowKey],
  )
  const version = asked.version ?? flow?.active_version
  if (!flow || version === undefined || version === null) return refuse('approval.notPublished', '流程还没有发布')
  const to = await loadDefinition(tx, asked.flowKey, version, await administrators(tx))
  const rows = await tx.query<{ id: Id; title: string; version: number }>(
    `select id, title, version from wf_instance
     where org_id = $1 and flow_key = $2 and version <> $3 and status in ('running', 'returned') order by id limit ${atOnce}`,
    [tx.orgId, asked.flowKey, version],
  )
  const options = asked.reenter.length > 0 ? { reenter: [...asked.reenter] } : {}
  const items: OutputOf<typeof flowOperations.upgrade>['items'] = []
  for (const row of rows) {
    const item = { instanceId: row.id, title: row.title, from: row.version }
    try {
      if (asked.dryRun) {
        const { state } = await readInstance(tx, { instanceId: row.id })
        const from = await publishedDefinition(tx, asked.flowKey, row.version)
        const check = checkMigration(from, to, state, asked.mapping, options)
        const moves = check.class === 'ok' || check.class === 'warning'
        const [first] = check.reasons
        items.push({ ...item, moves, reason: first?.reason ?? null, words: first ? inWords(language, first.words, first.params) : null })
      } else {
        await tx.query('savepoint moving')
        await command(tx, documents, { instanceId: row.id }, actorOf(session), { t: 'migrate', to, mapping: asked.mapping, options })
        await tx.query('release savepoint moving')
        items.push({ ...item, moves: true, reason: null, words: null })
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      await tx.query('rollback to savepoint moving')
      const { reason, words, params } = error.refusal
      items.push({ ...item, moves: false, reason, words: inWords(language, words, params) })
    }
  }
  const moving = items.filter(({ moves }) => moves).length
  return { version, moved: asked.dryRun ? 0 : moving, refused: items.length - moving, items }
}
