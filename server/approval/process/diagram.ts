import { type Id, isId } from '../../../kernel/id.ts'
import type { Field } from '../../../kernel/field.ts'
import { literalWords, referenceOf } from '../../../kernel/fields/kinds.ts'
import { pathsOf, type Condition } from '../../../domain/approval/form/condition.ts'
import type { Definition } from '../../../domain/approval/flow/definition.ts'
import { conditionsOf } from '../../../domain/approval/design/publish.ts'
import { conditionWords, nodeWords, type Speech } from '../../../domain/approval/design/describe.ts'
import { diagramNodes } from '../../../domain/approval/flow/diagram.ts'
import { idsAt, permissionOf, type FieldPermissions, type Form, type Path } from '../../../domain/approval/form/form.ts'
import { fieldAt, shapeOfDesign, shapeOfDocument } from '../../../domain/approval/form/shape.ts'
import { withDeducedHidden } from '../../../domain/approval/flow/deducedHidden.ts'
import { type FormField, formFields } from '../../../domain/approval/form/filling.ts'
import { within } from '../../../domain/approval/flow/plan.ts'
import { documentKind } from '../../../domain/documents/all.ts'
import { inWords } from '../../../domain/english/all.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import type { processOperations } from '../../../domain/approval/operations/processes.ts'
import type { SignedIn } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { openProcess, permissionsFor, progressFor } from './detail.ts'
import { designOf } from '../form/designs.ts'
import { isClosedTo, ownFieldsOfForm } from '../form/ownFields.ts'
import { formNames } from '../form/work.ts'
import { processOf } from './lists.ts'
import type { DocumentPort } from '../../documents/port.ts'
import { readEntries } from '../flow/store.ts'

type Diagram = OutputOf<typeof processOperations.diagram>

/** The drawing of a process and how it stands; NotFound for the person who has no part in it. */
export const diagramOf = async (call: SignedIn, documents: DocumentPort, processId: Id): Promise<Diagram> => {
  const lockedProcess = await openProcess(call, { processId })
  const { state, definition } = lockedProcess
  const entries = await readEntries(call.tx, processId)
  const design = await designOf(call.tx, definition)
  const { permissions } = permissionsFor(call.session.uid, withDeducedHidden(definition, design), state, entries)
  const [process, nodes, progress] = await Promise.all([
    processOf(call.tx, processId),
    nodesFor(call, documents, definition, permissions),
    progressFor(call, lockedProcess, entries),
  ])
  return { flowName: process.flowName, process, nodes, progress }
}

/** The drawing of a flow as the person who applies for it may see it. */
export const flowDiagram = async (call: SignedIn, documents: DocumentPort, flowName: string, definition: Definition): Promise<Diagram> => ({
  flowName,
  process: null,
  nodes: await nodesFor(call, documents, definition, definition.startFields),
  progress: [],
})

/** The nodes in the reader's words. Conditions on fields that are hidden from him stay unsaid. */
const nodesFor = async (
  call: SignedIn,
  documents: DocumentPort,
  definition: Definition,
  permissions: FieldPermissions,
): Promise<Diagram['nodes']> => {
  const speech = await speechFor(call, documents, definition)
  const ownFields = await ownFieldsIn(call, definition)
  const isHidden = (condition: Condition) => pathsOf(condition).some((path) => isClosedTo(call.session, permissions, ownFields, path))
  return diagramNodes(
    definition,
    (node) =>
      node.t === 'delay' && 'until' in node.wait && permissionOf(permissions, node.wait.until, 'read') === 'hide'
        ? ''
        : nodeWords(node, speech),
    (condition) => (isHidden(condition) ? '' : conditionWords(condition, speech)),
  )
}

/** The own fields that the conditions of a definition may ask, by their paths. */
const ownFieldsIn = async ({ tx, language }: SignedIn, definition: Definition): Promise<ReadonlyMap<Path, FormField>> => {
  const fields = formFields(definition.form, await designOf(tx, definition))
  return new Map((await ownFieldsOfForm(tx, definition.form, fields, language)).map((field) => [field.path, field]))
}

/** How the caller is spoken to about a definition: in his language, with the names of what it and some forms refer to. */
export const speechFor = async (
  call: SignedIn,
  documents: DocumentPort,
  definition: Definition,
  forms: readonly Form[] = [],
): Promise<Speech> => {
  const { tx, language } = call
  const kind = definition.form.kind === 'document' ? documentKind(definition.form.docType) : undefined
  const design = await designOf(tx, definition)
  const shape = design ? shapeOfDesign(design) : kind && shapeOfDocument(kind)
  const ownFields = await ownFieldsIn(call, definition)
  const fieldOf = (path: Path): Field | undefined => ownFields.get(path)?.field ?? (shape && fieldAt(shape, path))
  const tableAt = (path: Path): string | undefined => shape?.tables.find(({ key }) => key === path)?.label
  const conditions = within(definition.body).flatMap(conditionsOf)
  const comparisonsFound = [...conditions.flatMap(comparisons), ...forms.flatMap((form) => Object.keys(form).map((path) => ({ path, ids: idsAt(form, path).filter(isId) })))] // prettier-ignore
  const namesAt = async (path: Path, id: Id): Promise<Readonly<Record<Id, string>>> => {
    const control = fieldOf(path)?.control
    const reference = control && referenceOf(control)
    if (!reference) return {}
    const value = reference.many ? [id] : id
    const ownField = ownFields.get(path)
    if (ownField) return documents.namesIn(tx, [{ fields: { field: ownField.field }, values: { field: value } }])
    const [key = '', column] = path.split('.')
    const form: Form = column === undefined ? { [key]: value } : { [key]: [{ [column]: value }] }
    if (design) return (await formNames(tx, design, form)).names
    return kind ? (await documents.names(tx, kind.kind, form)).names : {}
  }
  const names = await namesOf(tx, namesAt, comparisonsFound)
  const say: Speech['say'] = (words, params) => inWords(language, words, params)
  return {
    say,
    labelOf: (path) => {
      const label = say(fieldOf(path)?.label ?? tableAt(path) ?? ownLabels[path] ?? path)
      const thing = ownFields.get(path)?.of
      return thing === undefined ? label : say('{thing}的{field}', { thing: say(thing), field: label })
    },
    valueOf: (path, value) => {
      const control = fieldOf(path)?.control
      return control ? literalWords(control, value, { say, nameOf: (id) => names.get(id) ?? id }) : (names.get(value) ?? value)
    },
  }
}

/** Paths that every form has without declaring them. */
const ownLabels: Readonly<Record<string, string>> = { amount: '金额', $initiator: '申请人', $dept: '申请部门' }

type ComparedField = { path: Path; ids: Id[] }

const comparisons = (condition: Condition): ComparedField[] => {
  if ('all' in condition) return condition.all.flatMap(comparisons)
  if ('any' in condition) return condition.any.flatMap(comparisons)
  if ('not' in condition) return comparisons(condition.not)
  return [{ path: condition.f, ids: [condition.v ?? []].flat().filter((value): value is Id => typeof value === 'string' && isId(value)) }]
}

/** The names of what conditions compare with. */
const namesOf = async (
  tx: Tx,
  namesAt: (path: Path, id: Id) => Promise<Readonly<Record<Id, string>>>,
  comparedFields: readonly ComparedField[],
): Promise<Map<Id, string>> => {
  const ids = [...new Set(comparedFields.flatMap((comparedField) => comparedField.ids))]
  if (ids.length === 0) return new Map()
  const nameRows = await tx.query<{ id: Id; name: string }>(
    `select id, dept_name as name from department where org_id = $1 and id = any ($2::bigint[])
     union all select id, user_name from person where org_id = $1 and id = any ($2::bigint[])`,
    [tx.orgId, ids],
  )
  const names = new Map(nameRows.map(({ id, name }) => [id, name]))
  for (const { path, ids: values } of comparedFields)
    for (const id of values) {
      if (names.has(id)) continue
      for (const [one, name] of Object.entries(await namesAt(path, id))) names.set(one, name)
    }
  return names
}
