import type { Id } from '../../../kernel/id.ts'
import { firstOf, assertDefined } from '../../../kernel/assert.ts'
import { type Params, RefusalError, refuse } from '../../../kernel/refusal.ts'
import { absentees } from '../../../domain/approval/design/absentees.ts'
import { type Definition, isHuman, parseDefinition, type Rule } from '../../../domain/approval/flow/definition.ts'
import type { Form, Json, Path } from '../../../domain/approval/form/form.ts'
import { type FormField, formFields } from '../../../domain/approval/form/filling.ts'
import { readForm } from '../../../domain/approval/form/formReading.ts'
import { emptyWords, hazardsOf } from '../../../domain/approval/design/hazards.ts'
import { placeOf, planOf, within } from '../../../domain/approval/flow/plan.ts'
import { publishFindings } from '../../../domain/approval/design/publish.ts'
import { type MappedFields, mappedFieldsOfDesign, mappedFieldsOfDocument } from '../../../domain/approval/design/mapping.ts'
import { documentKind } from '../../../domain/documents/all.ts'
import { childFindings } from '../flow/subflowsAsk.ts'
import { type Absence, type Trial, tryOut, type Walk } from '../../../domain/approval/design/trial.ts'
import { answerAt } from '../../../domain/approval/design/ways.ts'
import { awayWords, reasonsWords } from '../../../domain/approval/design/trialWords.ts'
import { inWords } from '../../../domain/english/all.ts'
import type { Speech } from '../../../domain/approval/design/describe.ts'
import type { PersonAnswer } from '../../../domain/approval/operations/flows.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import type { flowTrial } from '../../../domain/approval/operations/trial.ts'
import type { ParsedInput, SignedIn } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { progressRows } from '../process/detail.ts'
import { speechFor } from '../process/diagram.ts'
import { designOf } from '../form/designs.ts'
import { insideKey } from '../flow/key.ts'
import { peopleOf } from '../process/lists.ts'
import type { DocumentPort } from '../../documents/port.ts'
import { carryFacts } from '../../../domain/approval/form/formFacts.ts'
import { withFacts } from '../flow/run.ts'
import { loadFormFacts } from '../form/facts.ts'
import { ownFieldsOfForm } from '../form/ownFields.ts'
import { administrators } from '../../access/people.ts'
import { referenceOf } from '../../../kernel/fields/kinds.ts'

type Call = typeof flowTrial
type Answer = OutputOf<Call>

/**
 * The way a draft would take for a person's request, one way through every other arm, what follows where people are missing, and the
 * settings that can go wrong. Nothing is kept. A draft that could not be published is refused with its first error.
 */
export const tryFlow = async (call: SignedIn, documents: DocumentPort, input: ParsedInput<Call>): Promise<Answer> => {
  const { tx, session } = call
  const flowKey = insideKey(tx.orgId, input.flowKey)
  const initiator = input.initiatorUid ?? session.uid
  const [[person], admins] = await Promise.all([
    tx.query<{ dept_id: Id | null }>('select dept_id from person where org_id = $1 and id = $2 and deleted_at is null', [
      tx.orgId,
      initiator,
    ]),
    administrators(tx),
  ])
  if (!person) return refuse('approval.unknownPerson', '流程中指定的人员不存在')
  const definition = parseDraft(input.body, flowKey, admins)
  const design = await designOf(tx, definition)
  const formOnly = formFields(definition.form, design)
  const fields = [...formOnly, ...(await ownFieldsOfForm(tx, definition.form, formOnly, call.language))]
  const error = publishFindings(definition).find(({ level }) => level === 'error')
  if (error) throw new RefusalError(error.reason)
  const facts = design ? await loadFormFacts(tx, design, input.form ?? {}, {}) : {}
  const compute = (form: Form): Form => (design ? readForm(design, carryFacts(form, facts), 'draft').values : form)
  const dept = input.deptId ?? person.dept_id ?? ''
  const trialInput = {
    initiator,
    dept,
    form: compute(input.form ?? {}),
    ownAnswers: input.ownValues ?? {},
    chosen: input.chosen ?? {},
    assumed: await assumedFor(tx, { definition, fields, initiator, dept }),
    compute,
    ...(definition.form.kind === 'document' ? { docRef: { type: definition.form.docType, id: '' } } : {}),
  }
  const background = { processId: '0', definition }
  const ownFields = design ? mappedFieldsOfDesign(design) : mappedFieldsOf(definition.form)
  const [{ trial }, absences, children] = await Promise.all([
    withFacts(tx, background, (directory) => tryOut(definition, fields, trialInput, directory)),
    withFacts(tx, background, (directory) => absentees(definition, directory)),
    childFindings(tx, definition, (key) => insideKey(tx.orgId, key), ownFields),
  ])
  return answerOf(call, documents, {
    definition,
    trial,
    findings: [...children, ...trial.findings, ...absences.findings, ...hazardsOf(definition, fields)],
  })
}

/** The definition that a draft is; administrators of the organisation stand in where it names none. */
const parseDraft = (body: unknown, flowKey: string, admins: Id[]): Definition => {
  const parseResult = parseDefinition({ ...(body as object), schema: 1, key: flowKey, version: 1 })
  if ('refusal' in parseResult) throw new RefusalError(parseResult.refusal)
  const { definition } = parseResult
  return definition.policy.admins.length > 0 ? definition : { ...definition, policy: { ...definition.policy, admins } }
}

const mappedFieldsOf = (form: Definition['form']): MappedFields | undefined => {
  const kind = form.kind === 'document' ? documentKind(form.docType) : undefined
  return kind && mappedFieldsOfDocument(kind)
}

const answerOf = async (
  call: SignedIn,
  documents: DocumentPort,
  { definition, trial, findings }: { readonly definition: Definition; readonly trial: Trial; readonly findings: Trial['findings'] },
): Promise<Answer> => {
  const { tx, language } = call
  const say: Say = (words, params = {}) => inWords(language, words, params)
  const armName = armNamesOf(definition, say)
  const [speech, people, ...progress] = await Promise.all([
    speechFor(
      call,
      documents,
      definition,
      [trial.given, ...trial.walks].map(({ sample }) => sample.form),
    ),
    peopleOf(tx, [...trial.absences.flatMap((absence) => absence.people), ...trial.walks.map(({ sample }) => sample.initiator)]),
    ...[trial.given, ...trial.walks].map(({ expected }) => progressRows(call, definition, { entries: [], expected })),
  ])
  const refusalOf = ({ refusal }: Walk) => (refusal ? { reason: refusal.reason, words: say(refusal.words, refusal.params) } : null)
  return {
    progress: firstOf(progress),
    refusal: refusalOf(trial.given),
    paths: trial.walks.map((walk, index) => ({
      key: String(index),
      arms: walk.arms.map(({ block, arm }) => ({ block, arm, name: armName(block, arm) })),
      answers: answersOf(walk, { speech, people, say }),
      end: walk.end,
      refusal: refusalOf(walk),
      progress: assertDefined(progress[index + 1], 'the progress of a walk'),
    })),
    unreached: trial.unreached.map(({ way: { block, arm }, why }) => ({ nodeId: block, armId: arm, name: armName(block, arm), why })),
    overlaps: trial.overlaps.map(({ block, arm, other }) => ({
      nodeId: block,
      words: say('同时满足“{arm}”和“{other}”时，走“{arm}”', { arm: armName(block, arm), other: armName(block, other) }),
    })),
    absences: absencesOf(definition, trial, people, say),
    problems: distinct(findings).map(({ level, node, reason }) => ({ level, nodeId: node, words: say(reason.words, reason.params) })),
  }
}

/** A text in the language of the reader. */
type Say = (words: string, params?: Params) => string

/** The name of an arm by its block and its id; none where the block has no arms with names. */
const armNamesOf = (definition: Definition, say: Say): ((block: string, arm: string) => string) => {
  const plan = planOf(definition)
  return (block, arm) => {
    const { node } = placeOf(plan, block)
    return node.t === 'branch' ? say(node.arms.find(({ id }) => id === arm)?.name ?? '') : ''
  }
}

type AnswerWords = { readonly speech: Speech; readonly people: (uid: Id) => PersonAnswer; readonly say: Say }

/** What a walk says otherwise than the application as given, in words. */
const answersOf = ({ answers, sample }: Walk, { speech, people, say }: AnswerWords): { label: string; value: string }[] =>
  answers.map((path) => {
    const value = answerAt(sample, path)
    const partWords = (part: Json): string => {
      if (part === null) return say('不填')
      if (typeof part === 'boolean') return say(part ? '是' : '否')
      return typeof part === 'string' ? speech.valueOf(path, part) : ''
    }
    const label = speech.labelOf(path)
    if (path === '$initiator') return { label, value: people(sample.initiator).userName }
    return { label, value: Array.isArray(value) ? value.map(partWords).join(say('、')) : partWords(value) }
  })

/** What follows where no one is found, and while a person stays away, in the order of the nodes. */
const absencesOf = (definition: Definition, trial: Trial, people: (uid: Id) => PersonAnswer, say: Say): Answer['absences'] =>
  within(definition.body).flatMap((node) => {
    const absence: Absence | undefined = trial.absences.find((candidate) => candidate.node === node.id)
    if (!absence || !isHuman(node)) return []
    const follows = absence.follows === 'nobody' ? '等待已离职的人，没有人能处理' : emptyWords(node)
    return [
      {
        nodeId: node.id,
        nodeName: say(node.name),
        reasons: reasonsWords(node).map((words) => say(words)),
        follows: absence.follows,
        words: say(follows),
        people: absence.people.map(people),
        away: say(...awayWords(absence.away)),
      },
    ]
  })

/** What was met on the way says more than the setting that it comes from. */
const distinct = (findings: Trial['findings']): Trial['findings'] =>
  findings.filter(
    (finding, index) =>
      !findings
        .slice(0, index)
        .some((earlier) => earlier.node === finding.node && sameMatter(earlier.reason.reason, finding.reason.reason)),
  )

const sameMatter = (first: string, second: string): boolean => first === second || (aboutNobody.test(first) && aboutNobody.test(second))
const aboutNobody = /\.(empty|allGone|roleEmpty|rejectEmpty|passEmpty|rejectUnfilled|passUnfilled|unasked|unfilledPasses)$/

type AssumptionInput = {
  readonly definition: Definition
  readonly fields: readonly FormField[]
  readonly initiator: Id
  readonly dept: string
}

/** A person and some place for fields that rules follow and that no one filled in. */
const assumedFor = async (tx: Tx, { definition, fields, initiator, dept }: AssumptionInput): Promise<Map<Path, Json>> => {
  const followedRules = new Set(
    within(definition.body).flatMap((node) => ('assignees' in node ? node.assignees.flatMap((rule) => followedPath(rule) ?? []) : [])),
  )
  if (followedRules.size === 0) return new Map()
  const [row] = await tx.query<{ person: Id | null; location: Id | null; asset: Id | null }>(assumedText, [tx.orgId, initiator])
  const rowValues: Readonly<Record<string, string | null | undefined>> = { ...row, department: dept || null }
  return new Map(
    fields.flatMap(({ path, field: { control } }): [Path, Json][] => {
      const reference = followedRules.has(path) ? referenceOf(control) : undefined
      const id = reference && rowValues[reference.to]
      return id ? [[path, reference.many ? [id] : id]] : []
    }),
  )
}

/** The field of the form that a rule follows. */
const followedPath = (rule: Rule): Path | undefined => {
  if (rule.k === 'field') return rule.path
  if ('field' in rule) return rule.field
  return rule.k === 'deptHead' && rule.of !== 'initiator' ? rule.of.field : undefined
}

const assumedText = `select
  (select id from person where org_id = $1 and state = 'active' and deleted_at is null and id <> $2 order by id limit 1) as person,
  (select id from location where org_id = $1 and deleted_at is null order by (manager_uid is null), id limit 1) as location,
  (select id from asset where org_id = $1 and deleted_at is null and holder_uid is not null order by id limit 1) as asset`
