import { entryOf } from '../../../kernel/assert.ts'
import { type Refusal, RefusalError, refusal } from '../../../kernel/refusal.ts'
import type { Action } from '../flow/command.ts'
import { type ArmId, type Definition, type HumanNode, type NodeId, isHuman } from '../flow/definition.ts'
import { seat } from '../flow/assign.ts'
import { type Directory, type Fact, type FactValues, factKey } from '../flow/directory.ts'
import { replaceNode } from './edit.ts'
import type { Event } from '../flow/event.ts'
import { fold } from '../flow/evolve.ts'
import { departmentPath, type FormField, initiatorPath } from '../form/filling.ts'
import { isBlank, type Form, type Json, type Path, type UserId } from '../form/form.ts'
import { pathsOf } from '../form/condition.ts'
import { ownPathIn } from '../../records/ownFields/ownPath.ts'
import { emptyWords } from './hazards.ts'
import { humanAt, planOf, within } from '../flow/plan.ts'
import { previewStart, quiet } from '../flow/preview.ts'
import { conditionsOf } from './publish.ts'
import type { PublishFinding } from './publishFinding.ts'
import { all, fact, Missing, newRun, type Run } from '../flow/run.ts'
import { answerAt, comparisonsIn, type Knowledge, type Sample, sampleFor, sharedWants, type Way, waysOf, withAnswer } from './ways.ts'

type Start = Extract<Action, { t: 'start' }>

/** What is tried: who applies with what. */
export type TrialInput = Sample &
  Pick<Start, 'chosen' | 'docRef'> & {
    /** Values for fields of people and places that no one filled in, for the ways that are made up. */
    assumed: ReadonlyMap<Path, Json>
    /** The form with every formula done. */
    compute: (form: Form) => Form
  }

/** One way through the whole flow if everyone agrees. */
export type Walk = {
  sample: Sample
  /** What it says otherwise than the application as given. */
  answers: Path[]
  /** The arms it comes through. */
  arms: { block: NodeId; arm: ArmId }[]
  expected: Event[]
  end: 'approved' | 'rejected' | 'returned' | 'refused'
  refusal?: Refusal
}

/** What happens at a step where no one is found, and while a person stays away. */
export type Absence = {
  node: NodeId
  /** `pass`: goes on unasked; `people`: others are asked; `nobody`: it waits for people who have left. */
  follows: 'pass' | 'rejected' | 'returned' | 'people' | 'nobody'
  people: UserId[]
  /** While a person is away and named no agent: for ever, or until the first of these. */
  away: HumanNode['timeouts'][number] | undefined
}

export type Trial = {
  given: Walk
  /** One for every arm that neither the application as given nor an earlier one comes through. */
  walks: Walk[]
  unreached: { way: Way; why: 'never' | 'unknown' }[]
  /** Two arms of an exclusive branch whose conditions can hold at once: the earlier is taken. */
  overlaps: { block: NodeId; arm: ArmId; other: ArmId }[]
  absences: Absence[]
  /** What goes wrong with the people who are here today. */
  findings: PublishFinding[]
}

/** How many ways are walked at most, and how many pairs of arms are compared. */
export const walksMax = 40
const pairsMax = 200

/**
 * Tries a flow out: the application as given, one for every arm that no other has come through, and each step without the people it asks.
 * Answers the facts that are missing where some are. The work grows with the arms, never with their combinations.
 */
export const tryOut = (
  definition: Definition,
  fields: readonly FormField[],
  input: TrialInput,
  directory: Directory,
): { trial: Trial } | { need: Fact[] } => {
  try {
    return { trial: tried({ definition, fields: new Map(fields.map((field) => [field.path, field])), given: input, directory }) }
  } catch (error) {
    if (error instanceof Missing) return { need: error.need }
    throw error
  }
}

type TrialContext = { definition: Definition; fields: ReadonlyMap<Path, FormField>; given: TrialInput; directory: Directory }

const tried = (trying: TrialContext): Trial => {
  const { definition, given, directory } = trying
  const base = assuming(given)
  askForAll(trying, base)
  const own = walk(trying, given)
  const covered = new Set(own.arms.map(keyOf))
  const walks: Walk[] = []
  const unreached: Trial['unreached'] = []
  all(waysOf(definition), (way) => {
    if (covered.has(keyOf(way))) return
    const sample = withKnowledge(trying, (knowledge) => sampleFor(way.wants, base, knowledge))
    const nextWalk = typeof sample === 'string' || walks.length >= walksMax ? undefined : walk(trying, sample)
    if (!nextWalk?.arms.some((arm) => keyOf(arm) === keyOf(way)))
      return void unreached.push({ way, why: sample === 'never' ? 'never' : 'unknown' })
    for (const arm of nextWalk.arms) covered.add(keyOf(arm))
    walks.push(nextWalk)
  })
  // An application as given that lacks people and places says little of a flow without branches.
  if (walks.length === 0 && base.form !== given.form) walks.push(walk(trying, base))
  const everyWalk = [own, ...walks]
  return {
    given: own,
    walks,
    unreached,
    overlaps: overlapsIn(trying, base, unreached),
    absences: all(within(definition.body).filter(isHuman), (node) => absenceAt(trying, node, everyWalk)).flat(),
    findings: findingsOf(definition, everyWalk, lookingInto(definition, directory)),
  }
}

const keyOf = ({ block, arm }: { block: NodeId; arm: ArmId }): string => `${block}/${arm}`

const assuming = ({ form, initiator, dept, assumed }: TrialInput): Sample =>
  [...assumed].reduce<Sample>((sample, [path, value]) => (isBlank(answerAt(sample, path)) ? withAnswer(sample, path, value) : sample), {
    form,
    initiator,
    dept,
  })

const lookingInto = (definition: Definition, directory: Directory): Run => ({
  ...newRun(definition, undefined, quiet, directory),
  guessing: true,
})

/** Asks for the people of all steps at once, which saves a round for each. */
const askForAll = ({ definition, directory, given }: TrialContext, { form, initiator, dept }: Sample): void => {
  const { key: flowKey, version } = definition
  const { chosen = {} } = given
  const run = lookingInto(definition, directory)
  run.state = fold([{ t: 'Started', flowKey, version, initiator, dept, docRef: null, form, chosen, title: '', summary: [] }])
  all(within(definition.body).filter(isHuman), (node) => seat(run, node, false))
}

/** Looks for a sample with what the directory knows, and ends the trial once with all that it lacks. */
const withKnowledge = <R>({ definition, fields, given, directory }: TrialContext, look: (knowledge: Knowledge) => R): R => {
  const need: Fact[] = []
  const lookUpFact = <F extends Fact>(fact: F): FactValues[F['k']] | undefined => {
    const value = directory[factKey(fact)]
    if (value === undefined) need.push(fact)
    return value as FactValues[F['k']] | undefined
  }
  const granted = [
    ...new Set(
      waysOf(definition)
        .flatMap(({ wants }) => wants.flatMap(({ when }) => comparisonsIn(when)))
        .flatMap(({ f, op, v }) => (f === initiatorPath && op === 'hasRole' ? [v ?? []].flat() : []))
        .filter((role) => typeof role === 'string'),
    ),
  ]
  const found = look({
    definition,
    fields,
    compute: given.compute,
    others: (path) =>
      path === departmentPath ? [] : granted.flatMap((role) => lookUpFact({ k: 'role', role, dept: null })?.slice(0, 2) ?? []),
    deptPath: (dept) => lookUpFact({ k: 'deptPath', dept }),
    rolesOf: (user) => lookUpFact({ k: 'rolesOf', user }),
  })
  if (need.length > 0) throw new Missing(need)
  return found
}

const walk = (trying: TrialContext, sample: Sample): Walk => {
  const { definition, fields, given } = trying
  const differs = (path: Path): boolean => JSON.stringify(answerAt(sample, path)) !== JSON.stringify(answerAt(given, path))
  const plain = Object.keys(sample.form).filter((path) => !Array.isArray(sample.form[path]))
  const answers = [...new Set([initiatorPath, departmentPath, ...fields.keys(), ...plain])].filter(differs)
  try {
    const expected = foreseen(trying, definition, sample)
    const arms = expected.flatMap((event) =>
      event.t === 'BlockEntered' ? Object.keys(event.arms).map((arm) => ({ block: event.block, arm })) : [],
    )
    return { sample, answers, arms, expected, end: endOf(expected) }
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    return { sample, answers, arms: [], expected: [], end: 'refused', refusal: error.refusal }
  }
}

const endOf = (expected: readonly Event[]): 'returned' | 'rejected' | 'approved' => {
  const last = expected.findLast(({ t }) => t === 'Ended' || t === 'Returned' || t === 'PostingRequested')
  if (last?.t === 'Returned') return 'returned'
  return last?.t === 'Ended' && last.outcome !== 'approved' ? 'rejected' : 'approved'
}

const foreseen = (context: TrialContext, definition: Definition, sample: Sample): Event[] => {
  const { chosen, docRef } = context.given
  const { form, initiator, dept } = sample
  const start = { t: 'start', dept, form, title: '', ...(chosen && { chosen }), ...(docRef && { docRef }) } as const
  const preview = previewStart(
    definition,
    { ...start, commandId: '', actor: initiator, at: '', via: 'web', ids: [] },
    withAssumed(context, sample),
  )
  if ('need' in preview) throw new Missing(preview.need)
  return preview.expected
}

/** What the directory says with what own fields are taken to hold: a trial reads no record, so it tells of none. */
const withAssumed = ({ definition, directory }: TrialContext, sample: Sample): Directory => {
  const paths = new Set(within(definition.body).flatMap((node) => conditionsOf(node).flatMap(pathsOf).filter(ownPathIn)))
  const entries = [...paths].map((path) => {
    const value = answerAt(sample, path)
    return [factKey({ k: 'ownAssumed', path }), isBlank(value) ? [] : [value]] as const
  })
  return entries.length === 0 ? directory : { ...directory, ...Object.fromEntries(entries) }
}

const overlapsIn = (trying: TrialContext, base: Sample, unreached: Trial['unreached']): Trial['overlaps'] => {
  const dead = new Set(unreached.map(({ way }) => keyOf(way)))
  const pairs = within(trying.definition.body).flatMap((node) =>
    node.t !== 'branch' || node.kind !== 'xor'
      ? []
      : node.arms.slice(0, -1).flatMap(
          (arm, index) =>
          node.arms.slice(index + 1, -1).flatMap((otherArm) => (arm.when && otherArm.when && !dead.has(keyOf({ block: node.id, arm: otherArm.id })) ? [{ node, arm, other: otherArm }] : [])), // prettier-ignore
        ),
  )
  return all(pairs.slice(0, pairsMax), ({ node, arm, other }) => {
    const both = withKnowledge(trying, (knowledge) => sampleFor(sharedWants(trying.definition, node, arm, other), base, knowledge, 300))
    return typeof both === 'string' ? [] : [{ block: node.id, arm: arm.id, other: other.id }]
  }).flat()
}

/** A step without anyone who its rules find: the rules are taken away, and the engine says what follows. */
const absenceAt = (trying: TrialContext, node: HumanNode, walks: readonly Walk[]): Absence[] => {
  const there = walks.find(({ expected }) => expected.some((event) => event.t === 'StepEntered' && event.node === node.id))
  if (!there) return []
  const deserted = replaceNode(trying.definition, { ...node, assignees: [{ k: 'users', ids: [] }] })
  const events = foreseen(trying, deserted, there.sample)
  const entered = events.find((event) => event.t === 'StepEntered' && event.node === node.id)
  const left = events.find((event) => event.t === 'StepLeft' && entered?.t === 'StepEntered' && event.step === entered.step)
  const people = entered?.t === 'StepEntered' ? entered.tasks.map(({ user }) => user) : []
  const run = lookingInto(trying.definition, trying.directory)
  const isPresent = all(people, (user) => fact(run, { k: 'user', user }).active).includes(true)
  const isReturned = events.some(({ t }) => t === 'Returned')
  const isPassed = left?.t === 'StepLeft' && left.outcome === 'passed'
  const follows = (): Absence['follows'] => {
    if (people.length > 0) return isPresent ? 'people' : 'nobody'
    if (isPassed) return 'pass'
    return isReturned ? 'returned' : 'rejected'
  }
  return [{ node: node.id, follows: follows(), people, away: node.timeouts.find(({ act }) => act !== 'remind') }]
}

/** What the walks met: steps without anyone, with people who have left, with the applicant himself; whole ways on which no one is asked. */
const findingsOf = (definition: Definition, walks: readonly Walk[], run: Run): PublishFinding[] => {
  const plan = planOf(definition)
  const { places } = plan
  const findingsByKey = new Map<string, PublishFinding>()
  const note = (node: NodeId | null, reason: string, words: string, params: Record<string, string> = {}): void => {
    const name: Record<string, string> = node === null ? {} : { node: entryOf(places, node).node.name }
    findingsByKey.set(`${reason}/${node}`, {
      level: 'warning',
      node,
      reason: refusal(`approval.trial.${reason}`, words, { ...name, ...params }),
    })
  }
  for (const { expected, end, arms } of walks) {
    let askedCount = 0
    for (const event of expected) {
      if (event.t !== 'StepEntered' || event.waitsFor !== 'people') continue
      const node = humanAt(plan, event.node)
      const open = event.tasks.filter(({ auto }) => !auto)
      askedCount += open.length
      if (event.tasks.length === 0 && event.why === 'empty')
        note(node.id, 'empty', '“{node}”现在找不到处理人：{follows}', { follows: emptyWords(node) })
      if (open.length > 0 && all(open, ({ user }) => !fact(run, { k: 'user', user }).active).every(Boolean))
        note(node.id, 'gone', '“{node}”等待的人都已离职：没有人能处理')
      const himself = open.length > 0 && open.every(({ user, onBehalfOf }) => (onBehalfOf ?? user) === initiatorOf(expected))
      if (himself && node.t === 'approve' && !node.assignees.some(({ k }) => k === 'initiator'))
        note(node.id, 'himself', '“{node}”由发起人自己审批')
    }
    if (askedCount > 0 || end !== 'approved' || definition.policy.automatic) continue
    const last = arms.at(-1)
    const branch = last && places.get(last.block)?.node
    const arm = last && branch?.t === 'branch' ? branch.arms.find(({ id }) => id === last.arm)?.name : undefined
    if (branch && arm !== undefined) note(branch.id, 'unasked', '走“{arm}”的申请没有任何人审批，会直接通过', { arm })
    else note(null, 'unasked', '这样的申请没有任何人审批，会直接通过')
  }
  return [...findingsByKey.values()]
}

const initiatorOf = (expected: readonly Event[]): UserId | undefined => {
  const [first] = expected
  return first?.t === 'Started' ? first.initiator : undefined
}
