import { useRestingValue } from '../../useRestingValue.ts'
import { useMemo, useState } from 'react'
import type { ProgressRow } from '../../../domain/approval/operations/process.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { person } from '../../../kernel/field.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { Avatar } from '../../look/Avatar.tsx'
import { Section } from '../../look/Card.tsx'
import { Field } from '../../look/fields/Field.tsx'
import { Timeline } from '../../look/Timeline.tsx'
import { t } from '../../words.ts'
import { withoutReferences } from '../../outbox/files/reference.ts'
import { FieldControl } from '../../forms/FieldControl.tsx'
import type { Wrong } from '../../documents/filling/filling.ts'
import { idsOf } from '../../shell/idIn.ts'

type Person = { uid: Id; userName: string; avatar: string | null }
export type ApproverChoice = { nodeId: string; nodeName: string; many: boolean; candidates: 'any' | readonly Person[] }

/** The approval that waits for a document: whether there is one, who it will reach, and who its author has to choose. */
export type FlowAhead = {
  /** Undefined while it is not known. */
  readonly installed: boolean | undefined
  readonly progress: readonly ProgressRow[]
  readonly choices: readonly ApproverChoice[]
  readonly chosen: Readonly<Record<string, Id[]>>
  readonly setChosen: (nodeId: string, uids: readonly Id[]) => void
  /** The steps for which no one was chosen yet. */
  readonly unchosen: readonly ApproverChoice[]
  /** Why there is no way to go for what is filled in so far. */
  readonly refusal: string | undefined
}

/** Nothing is sent before those were chosen who its author has to choose. */
export const unchosenIn = ({ unchosen }: FlowAhead): Wrong | undefined =>
  unchosen.length === 0
    ? undefined
    : {
        problems: new Map(unchosen.map(({ nodeId, nodeName }) => [`chosen.${nodeId}`, t('请选择{label}', { label: t(nodeName) })])),
        said: t('请选择审批人'),
      }

/** The way is worked out again when filling in pauses. */
const pauseMs = 900

/**
 * `form` is what would be sent; it is another object exactly when something was changed. For an application that came back, `processId`,
 * it is what changes.
 */
export const useFlowAhead = (
  flowKey: string,
  form: Record<string, unknown>,
  { deptId, processId, onBehalfOf }: { deptId?: Id | undefined; processId?: Id; onBehalfOf?: Id | undefined } = {},
): FlowAhead => {
  const settled = useRestingValue(form, pauseMs)
  const askedForm = useMemo(() => withoutReferences(settled), [settled])
  const [chosen, setChosen] = useState<Readonly<Record<string, Id[]>>>({})
  const { data: preview } = useAsk(
    processOperations.preview,
    { flowKey, form: askedForm, chosen, ...(deptId && { deptId }), ...(processId && { processId }), ...(onBehalfOf && { onBehalfOf }) },
    { keep: true, staleMs: 60_000 },
  )
  const { data: apply } = useAsk(processOperations.applyForm, { flowKey }, { enabled: preview?.installed === true, staleMs: 60_000 })
  const choices: readonly ApproverChoice[] = apply?.choices ?? []
  return {
    installed: preview?.installed,
    progress: preview?.progress ?? [],
    choices,
    chosen,
    setChosen: (nodeId, uids) => setChosen((now) => ({ ...now, [nodeId]: [...uids] })),
    unchosen: choices.filter(({ nodeId }) => (chosen[nodeId] ?? []).length === 0),
    refusal: preview?.refusal?.words,
  }
}

/** Who the document will reach, step by step, and the choice of approvers where the flow leaves it to the author. */
export const ApprovalPreview = ({ flow, problems }: { flow: FlowAhead; problems: ReadonlyMap<string, string> }) => {
  if (!flow.installed) return null
  return (
    <>
      {flow.choices.length > 0 && (
        <Section title={t('选择审批人')}>
          {flow.choices.map((choice) => (
            <Chooser
              key={choice.nodeId}
              choice={choice}
              flow={flow}
              error={flow.unchosen.includes(choice) ? problems.get(`chosen.${choice.nodeId}`) : undefined}
            />
          ))}
        </Section>
      )}
      {flow.progress.length > 0 && (
        <Section title={t('审批流程')} flush={false}>
          <Timeline
            items={flow.progress.map(({ key, kind, nodeName, people, reason }) => ({
              key,
              title: t(nodeName),
              text: people.length === 0 ? reason || undefined : undefined,
              state: 'waiting' as const,
              extra: people.length > 0 && kind !== 'end' && <Faces people={people} />,
            }))}
          />
          {flow.refusal && <p className="pt-3 text-small text-bad">{flow.refusal}</p>}
        </Section>
      )}
    </>
  )
}

const facesMax = 8

const Faces = ({ people }: { people: readonly Person[] }) => (
  <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-2">
    {people.slice(0, facesMax).map(({ uid, userName, avatar }) => (
      <li key={uid} className="flex items-center gap-2 text-body">
        <Avatar name={userName} src={avatar ?? undefined} size={28} />
        {userName}
      </li>
    ))}
    {people.length > facesMax && <li className="flex items-center text-body text-quiet">{t('等{count}人', { count: people.length })}</li>}
  </ul>
)

const Chooser = ({ choice, flow, error }: { choice: ApproverChoice; flow: FlowAhead; error: string | undefined }) => {
  const { nodeId, nodeName, many, candidates } = choice
  const chosenIds = flow.chosen[nodeId] ?? []
  if (candidates === 'any') {
    const field = person(t(nodeName))
    return (
      <FieldControl
        field={many ? { ...field, control: { type: 'reference', to: 'person', many: true } } : field}
        value={many ? chosenIds : (chosenIds[0] ?? '')}
        onChange={(value) => flow.setChosen(nodeId, idsOf(value).filter(Boolean))}
        error={error}
      />
    )
  }
  return (
    <Field label={t(nodeName)} required error={error} group>
      {() => (
        <ul className="flex flex-wrap gap-2 py-1.5">
          {candidates.map(({ uid, userName, avatar }) => {
            const on = chosenIds.includes(uid)
            const others = chosenIds.filter((chosenId) => chosenId !== uid)
            const withOne = many ? [...chosenIds, uid] : [uid]
            const next = on ? others : withOne
            return (
              <li key={uid}>
                <button
                  type="button"
                  aria-pressed={on}
                  onClick={() => flow.setChosen(nodeId, next)}
                  className={`flex h-11 items-center gap-2 rounded-full pl-1.5 pr-4 text-body ${on ? 'bg-accent-soft font-medium text-accent-strong ring-1 ring-accent' : 'bg-sunken'}`}
                >
                  <Avatar name={userName} src={avatar ?? undefined} size={32} />
                  {userName}
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </Field>
  )
}
