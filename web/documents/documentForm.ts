import { compare, type Decimal, isDecimal, subtract, sum } from '../../kernel/decimal.ts'
import { type Field, type FieldProblem, type Fields, type FieldType, isEmpty, readValues } from '../../kernel/field.ts'
import { assetFieldsOf, itemFieldIn, itemFieldOf, quantityFieldOf } from '../../domain/documents/lines.ts'
import { referenceOf, refersTo } from '../../kernel/fields/kinds.ts'
import { type Id, newId } from '../../kernel/id.ts'
import type { Catalogue } from '../../domain/documents/catalogue.ts'
import { type DocumentKind, modelField, type RawDocument } from '../../domain/documents/define.ts'
import { dayProblemsOf, refusalOf } from '../../domain/documents/refusals.ts'
import type { restocking } from '../../domain/documents/catalogueOperations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import { recordOf } from '../../domain/records/all.ts'
import { t } from '../words.ts'
import { isSame, type Shape, valuesShape } from './filling/filling.ts'
import { today } from '../shell/dateWords.ts'
import { fieldIn } from '../shell/fieldIn.ts'
import { idIn, idsOf } from '../shell/idIn.ts'

export type Values = Readonly<Record<string, unknown>>

/** A document while it is being filled in. `key` names a line on the screen; `sourceLine` the line of the followed document. */
export type DocumentForm = {
  readonly header: Values
  readonly lines: readonly FormLine[]
  readonly sourceId?: Id | undefined
  /** The department that it is applied for, where its author belongs to several. */
  readonly deptId?: Id | undefined
}
export type FormLine = {
  readonly key: string
  readonly values: Values
  readonly sourceLine?: number | undefined
  /** What was typed or pasted for a field and could not be taken as its value: it stays until something else stands there. */
  readonly unread?: Unread | undefined
}
export type Unread = Readonly<Record<string, { readonly text: string } & Pick<FieldProblem, 'words' | 'params'>>>

/** What of a line is not read. */
export const unreadOf = ({ values, unread }: FormLine): [key: string, unread: Unread[string]][] =>
  unread === undefined ? [] : Object.entries(unread).filter(([key]) => isEmpty(values[key]))

/** How many places of a form are not read. */
export const unreadCount = ({ lines }: DocumentForm): number => lines.reduce((count, line) => count + unreadOf(line).length, 0)

/** The field of a line that names assets, and whether it names several. */
export const assetFieldOf = (kind: DocumentKind): { key: string; many: boolean } | undefined => assetFieldsOf(kind)[0]

/** What is sent: header and lines without what was not filled in. */
export const rawOf = (form: DocumentForm): { header: Values; lines: RawLine[]; sourceId?: Id | undefined } => ({
  header: filledValues(form.header),
  lines: form.lines.map(rawLine),
  ...(form.sourceId && { sourceId: form.sourceId }),
})

type RawLine = RawDocument['lines'][number] & { readonly sourceLine?: number }
const rawLines = new WeakMap<FormLine, RawLine>()

/** One line as it is sent; the same for the same line, so that a change costs one line and not all. */
const rawLine = (line: FormLine): RawLine => {
  const unreadCells = rawLines.get(line)
  if (unreadCells) return unreadCells
  const { values, sourceLine } = line
  const raw: RawLine = { ...filledValues(values), ...(sourceLine !== undefined && { sourceLine }) }
  rawLines.set(line, raw)
  return raw
}

type Read = ReturnType<typeof readValues>
const reads = new WeakMap<Fields, WeakMap<Values, Read>>()

/** What header or line say as far as they are filled in; the same values are read once. */
export const readOnce = (fields: Fields, values: Values): Read => {
  const readByValues = reads.get(fields) ?? new WeakMap<Values, Read>()
  reads.set(fields, readByValues)
  const before = readByValues.get(values)
  if (before) return before
  const read = readValues(fields, filledValues(values), 'submitting')
  readByValues.set(values, read)
  return read
}

/** The form of a stored document. */
export const formOf = (
  kind: DocumentKind,
  storedDocument: {
    readonly header: Values
    readonly lines: readonly (Values & { readonly lineNo: number })[]
    readonly sourceId?: Id | null | undefined
  },
): DocumentForm => ({
  header: storedDocument.header,
  lines: storedDocument.lines.map((line) => ({
    key: `s${line.lineNo}`,
    values: Object.fromEntries(Object.entries(line).filter(([key]) => Object.hasOwn(kind.line, key))),
    sourceLine: typeof line['sourceLine'] === 'number' ? line['sourceLine'] : undefined,
  })),
  sourceId: storedDocument.sourceId ?? undefined,
})

/** What is wrong with a form at a step, in the words of the fields; the kind's own check comes last. */
export const problemsOf = (kind: DocumentKind, form: DocumentForm, stage: 'submitting' | 'posting'): FieldProblem[] => {
  const { header, lines } = rawOf(form)
  const head = readValues(kind.header, header, stage, 'header.')
  const body = lines.map(({ sourceLine: _, ...line }, index) =>
    readValues(kind.line, line, kind.shortfallRule?.(line) ? 'submitting' : stage, `lines.${index}.`),
  )
  const unread = form.lines.flatMap((line, index) =>
    unreadOf(line).map(([key, { words, params }]) => ({ path: `lines.${index}.${key}`, words, params })),
  )
  const unreadPaths = new Set(unread.map(({ path }) => path))
  const problems = [...head.problems, ...unread, ...body.flatMap((line) => line.problems).filter(({ path }) => !unreadPaths.has(path))]
  if (lines.length === 0) problems.push({ path: 'lines', words: '请至少添加一行明细', params: {} })
  problems.push(...dayProblemsOf(kind, { header: head.values, lines: body.map(({ values }) => values) }, today()))
  if (problems.length > 0) return problems
  const refusal = refusalOf(
    kind,
    head.values,
    body.map(({ values }) => values),
    stage === 'posting',
  )
  return refusal ? [{ path: 'lines', words: refusal.words, params: refusal.params }] : []
}

/** What of the problems found in a form still holds in what became of it: words stay until what they speak of is changed. */
export const stillWrong = (problems: ReadonlyMap<string, string>, form: DocumentForm, now: DocumentForm): ReadonlyMap<string, string> =>
  form === now || problems.size === 0
    ? problems
    : new Map(
        [...problems].flatMap(([path, words]): [string, string][] => {
          const [part, at = '', key = ''] = path.split('.')
          if (part === 'header') return form.header[at] === now.header[at] ? [[path, words]] : []
          if (part !== 'lines') return [[path, words]]
          const line = form.lines[Number(at)]
          const stays = line !== undefined && now.lines[Number(at)]?.key === line.key
          const index = stays ? Number(at) : now.lines.findIndex((otherLine) => otherLine.key === line?.key)
          const there = now.lines[index]
          const same = at !== '' && line !== undefined && there !== undefined && line.values[key] === there.values[key]
          return same ? [[`lines.${index}.${key}`, words]] : []
        }),
      )

/** Lines that were changed here and elsewhere stay as they are here. */
const mergeForms: Shape<DocumentForm>['merge'] = (base, theirs, ours) => {
  const header = valuesShape.merge(base.header, theirs.header, ours.header)
  const [before, theirLines, ourLines] = [base, theirs, ours].map((form) => rawOf(form).lines)
  const isOwnChange = !isSame(ourLines, before) || unreadCount(ours) > 0
  const both = isOwnChange && !isSame(theirLines, before) && !isSame(theirLines, ourLines)
  return {
    form: { ...theirs, ...(isOwnChange && { lines: ours.lines, sourceId: ours.sourceId }), header: header.form, deptId: ours.deptId },
    contested: [...header.contested.map((key) => `header.${key}`), ...(both ? ['lines'] : [])],
  }
}

/** How documents are filled in. */
export const documentShape: Shape<DocumentForm> = { stillWrong, merge: mergeForms }

/** What one line comes to by the kind's own reckoning; undefined as long as it cannot be read. */
export const amountOfLine = (kind: DocumentKind, header: Values, { values }: FormLine): Decimal | undefined => {
  if (!kind.amount) return undefined
  const cachedAmount = amounts.get(values)
  if (cachedAmount?.kind === kind && cachedAmount.header === header) return cachedAmount.amount
  const line = readOnce(kind.line, values)
  const amount = line.problems.length > 0 ? undefined : kind.amount(readOnce(kind.header, header).values, [line.values])
  amounts.set(values, { kind, header, amount })
  return amount
}
const amounts = new WeakMap<Values, { kind: DocumentKind; header: Values; amount: Decimal | undefined }>()

/** The amount it is about as far as it is filled in: what its lines come to; undefined where the kind names none or a line cannot be read yet. */
export const amountOf = (kind: DocumentKind, { header, lines }: DocumentForm): Decimal | undefined => {
  if (!kind.amount || lines.length === 0) return undefined
  const all = lines.map((line) => amountOfLine(kind, header, line))
  return all.every((amount) => amount !== undefined) ? sum(all) : undefined
}

/** How many assets it puts on the register as far as it is filled in; a line that cannot be read yet puts none there. */
export const createdBy = (kind: DocumentKind, form: DocumentForm): number => {
  const { createdAssets } = kind
  if (!createdAssets) return 0
  const { values: head } = readOnce(kind.header, form.header)
  return form.lines
    .map(({ values }) => readOnce(kind.line, values))
    .filter(({ problems }) => problems.length === 0)
    .flatMap(({ values }) => createdAssets(head, values))
    .reduce((count, { quantity }) => count + Number(quantity), 0)
}

/** Whose supplies lines are about, and the store whose stock of them is of interest: that of the first place in the header. */
export const whoseOf = (kind: DocumentKind, header: Values): { placeId: Id | undefined; holder: Id | undefined } => {
  const reference = referenceOf(fieldIn(kind.line, itemFieldOf(kind)).control)
  const heldBy = reference?.filter?.['heldBy']
  const place = Object.keys(kind.header).find((key) => refersTo(fieldIn(kind.header, key).control) === 'location')
  const isStocked = reference?.to === 'consumable' && heldBy === undefined && place !== undefined
  return {
    placeId: isStocked ? idIn(header[place]) : undefined,
    holder: typeof heldBy === 'string' ? idIn(header[heldBy]) : undefined,
  }
}

/** A field whose `filter` words are put into what the picker's list understands: `match` takes the value of the field it names. */
export const fieldFor = (field: Field, ownFields: Fields, values: Values, header: { fields: Fields; values: Values }): Field => {
  const { control } = field
  const reference = referenceOf(control)
  const key = modelField(reference?.filter, values)
  if (!reference || key === undefined) return field
  const [fields, from] = Object.hasOwn(ownFields, key) ? [ownFields, values] : [header.fields, header.values]
  const matchedControl = fields[key]?.control
  const target = recordOf(reference.to)
  const targetKey = Object.keys(target.fields).find((name) => isReferenceTo(fieldIn(target.fields, name), matchedControl))
  if (!targetKey || isEmpty(from[key])) return field
  const wantedNoun = matchedControl && refersTo(matchedControl)
  const exact = wantedNoun !== undefined && recordOf(wantedNoun).parent !== undefined
  return { ...field, control: { ...reference, filter: { ...reference.filter, [targetKey]: from[key], ...(exact && { below: false }) } } }
}

/**
 * A form with what its header begins with. What is `offered` goes where nothing stands or still what was `given` before; what was given and is
 * not offered any more goes away.
 */
export const beginForm = (form: DocumentForm, values: Values, offeredValues: Values): DocumentForm => {
  const keys = [...new Set([...Object.keys(values), ...Object.keys(offeredValues)])]
  const changedKeys = keys.filter((key) => {
    const isUntouched = values[key] === undefined ? isEmpty(form.header[key]) : form.header[key] === values[key]
    return isUntouched && form.header[key] !== offeredValues[key]
  })
  if (changedKeys.length === 0) return form
  const { header } = form
  return { ...form, header: { ...header, ...Object.fromEntries(changedKeys.map((key) => [key, offeredValues[key]])) } }
}

/** A field for a person who does not keep the kind: only keepers are held to places of their own. */
export const unkept = (field: Field): Field => {
  const reference = referenceOf(field.control)
  if (reference?.filter?.['own'] === undefined) return field
  const { own: _, ...filter } = reference.filter
  return { ...field, control: { ...reference, filter } }
}

/** New lines for things that were chosen: one piece or unit each, at the price that the record knows. */
export const linesFor = (kind: DocumentKind, rows: readonly RecordRow[]): FormLine[] => {
  const item = itemFieldOf(kind)
  const quantity = quantityFieldOf(kind)
  return rows.map((row) => ({
    key: newId(),
    values: {
      [item]: row.id,
      ...(quantity && { [quantity]: '1' }),
      ...Object.fromEntries(
        Object.entries(kind.line).flatMap(([key, { control }]) =>
          control.type === 'money' && key === 'price' && !isEmpty(row['price']) ? [[key, row['price']]] : [],
        ),
      ),
    },
  }))
}

/** A form that buys what is lacking, from the person who delivered it last and at the last price. */
export const restockingForm = (
  kind: DocumentKind,
  { supplier, lines }: OutputOf<typeof restocking>,
  rows: readonly RecordRow[],
): Pick<DocumentForm, 'header' | 'lines'> => {
  const [item, quantity] = [itemFieldOf(kind), quantityFieldOf(kind)]
  const header = { supplier: supplier?.id, reason: t('补足库存') }
  return {
    header: Object.fromEntries(Object.entries(header).filter(([key, value]) => Object.hasOwn(kind.header, key) && value !== undefined)),
    lines: linesFor(kind, rows).map((line) => {
      const wantedLine = lines.find(({ id }) => id === line.values[item])
      return {
        ...line,
        values: {
          ...line.values,
          ...(quantity && wantedLine && { [quantity]: wantedLine.quantity }),
          ...(wantedLine?.price && { price: wantedLine.price }),
        },
      }
    }),
  }
}

/** How many of each thing of a catalogue lines ask for, as it was typed. */
export const chosenFrom = ({ item, quantity }: Catalogue, lines: readonly FormLine[]): ReadonlyMap<Id, string> =>
  new Map(lines.map(({ values }) => [String(values[item]), String(values[quantity] ?? '')]))

type ChosenInput = {
  readonly kind: DocumentKind
  readonly catalogue: Catalogue
  readonly row: { readonly id: Id; readonly price: unknown }
  /** How many, as it was typed. */
  readonly wanted: string
}

/** Lines that ask for so many of a thing: in the line that is there, in a new one, or in none. */
export const withChosen = (lines: readonly FormLine[], { kind, catalogue, row, wanted }: ChosenInput): FormLine[] => {
  const { item, quantity } = catalogue
  const { id, price } = row
  if (wanted === '0') return lines.filter(({ values }) => values[item] !== id)
  const isThere = lines.some(({ values }) => values[item] === id)
  const all = isThere ? lines : [...lines, ...linesFor(kind, [{ id, price, version: 0, names: {} }])]
  return all.map((line) => (line.values[item] === id ? { ...line, values: { ...line.values, [quantity]: wanted } } : line))
}

/** Lines for exactly the things that are chosen now: those that are there stay as they are. */
export const withPicked = (kind: DocumentKind, lines: readonly FormLine[], ids: readonly Id[], rows: readonly RecordRow[]): FormLine[] => {
  const item = itemFieldOf(kind)
  const presentIds = new Set(lines.map(({ values }) => values[item]))
  const addedRows = rows.filter(({ id }) => !presentIds.has(id) && ids.includes(id))
  const stays = ({ values }: FormLine) => itemFieldIn(kind, values) !== item || ids.includes(idIn(values[item]) ?? '')
  return [...lines.filter(stays), ...linesFor(kind, addedRows)]
}

/** Adds all that a person has of each supply, where no line is about it yet. */
export const withHeld = (
  kind: DocumentKind,
  lines: readonly FormLine[],
  heldSupplies: readonly { readonly goodsId: Id; readonly available: Decimal }[],
): FormLine[] => {
  const [item, quantity] = [itemFieldOf(kind), quantityFieldOf(kind)]
  const presentIds = new Set(lines.map(({ values }) => values[item]))
  const addedSupplies = heldSupplies.filter(({ goodsId }) => !presentIds.has(goodsId))
  return [
    ...lines,
    ...addedSupplies.map(({ goodsId, available }) => ({
      key: newId(),
      values: { [item]: goodsId, ...(quantity && { [quantity]: available }) },
    })),
  ]
}

/** Adds assets: a line each, or to the line of the same thing where lines name several. What is there already stays as it is. */
export const withAssets = (kind: DocumentKind, lines: readonly FormLine[], assets: readonly RecordRow[]): FormLine[] => {
  const field = assetFieldOf(kind)
  if (!field) return [...lines]
  const presentIds = new Set(lines.flatMap(({ values }) => [values[field.key]].flat()))
  const addedAssets = assets.filter(
    ({ id }, index) => !presentIds.has(id) && assets.findIndex((candidate) => candidate.id === id) === index,
  )
  if (!field.many) return [...lines, ...addedAssets.map((row) => ({ key: newId(), values: { [field.key]: row.id } }))]
  const filter = referenceOf(fieldIn(kind.line, field.key).control)?.filter
  const assetKind = recordOf('asset')
  const item = String(filter?.['match'] ?? itemFieldOf(kind))
  const placeKey = Object.keys(assetKind.fields).find((name) => isReferenceTo(fieldIn(assetKind.fields, name), kind.line[item]?.control))
  const quantity = quantityFieldOf(kind)
  return addedAssets.reduce<FormLine[]>(
    (all, row) => {
      const lineIndex = all.findIndex(
        ({ values }) => placeKey !== undefined && values[modelField(filter, values) ?? item] === row[placeKey],
      )
      if (lineIndex < 0)
        return [
          ...all,
          {
            key: newId(),
            values: { ...(placeKey && { [item]: row[placeKey] }), ...(quantity && { [quantity]: '1' }), [field.key]: [row.id] },
          },
        ]
      return all.map((line, index) => {
        if (index !== lineIndex) return line
        const ids = [...idsOf(line.values[field.key]), row.id]
        const wantedQuantity = line.values[quantity ?? '']
        const hasRoom = quantity && (!isDecimal(wantedQuantity) || compare(wantedQuantity, String(ids.length)) < 0)
        return { ...line, values: { ...line.values, [field.key]: ids, ...(hasRoom && { [quantity]: String(ids.length) }) } }
      })
    },
    [...lines],
  )
}

/** What assets say about the header, where they all agree: a field that their lines have to match, and the store that they come home to. */
export const headerFrom = (kind: DocumentKind, assets: readonly RecordRow[]): Values => {
  const field = assetFieldOf(kind)
  const match = field && referenceOf(fieldIn(kind.line, field.key).control)?.filter?.['match']
  const assetKind = recordOf('asset')
  const matchKey =
    typeof match === 'string' && Object.hasOwn(kind.header, match)
      ? Object.keys(assetKind.fields).find((name) => isReferenceTo(fieldIn(assetKind.fields, name), fieldIn(kind.header, match).control))
      : undefined
  const home = Object.keys(kind.header).filter((key) => fieldIn(kind.header, key).begins === 'home')
  return {
    ...(matchKey && typeof match === 'string' && agreedValue(assets, matchKey, [match])),
    ...(assetKind.home && agreedValue(assets, assetKind.home, home)),
  }
}

/** What all of them have in a field, for these fields of the header; nothing where they differ. */
const agreedValue = (assets: readonly RecordRow[], field: string, keys: readonly string[]): Values => {
  const [value, ...others] = [...new Set(assets.map((row) => row[field]))]
  return isEmpty(value) || others.length > 0 ? {} : Object.fromEntries(keys.map((key) => [key, value]))
}

/** A form that fulfils what remains of a followed document; what both kinds call the same is taken over. */
export const formFrom = (
  kind: DocumentKind,
  source: {
    readonly kind: DocumentKind
    readonly id: Id
    readonly header: Values
    readonly lines: readonly (Values & { lineNo: number; doneQuantity: string; givenUp: string })[]
  },
): DocumentForm => {
  const quantity = kind.from?.quantity ?? 'quantity'
  return {
    sourceId: source.id,
    header: sharedValues(kind.header, source.kind.header, source.header),
    lines: source.lines.flatMap((line) => {
      const remainder = isDecimal(line[quantity]) ? subtract(subtract(line[quantity], line.doneQuantity), line.givenUp) : '0'
      if (compare(remainder, '0') <= 0) return []
      return [
        {
          key: newId(),
          sourceLine: line.lineNo,
          values: { ...sharedValues(askedFields(kind.line), source.kind.line, line), [quantity]: remainder },
        },
      ]
    }),
  }
}

/**
 * The form of a new document that asks for the same as a stored one: what `keeps` says of its fields ("reason", "lines.quantity"), and
 * nothing of what that one followed.
 */
export const formAgain = (
  kind: DocumentKind,
  storedDocument: Parameters<typeof formOf>[1],
  keeps: (path: string) => boolean,
): DocumentForm => {
  const keptValues = (fields: Fields, values: Values, path: string): Values =>
    Object.fromEntries(Object.entries(values).filter(([key]) => keeps(path + key) && fields[key]?.filledBy !== 'nobody'))
  const { header, lines } = formOf(kind, storedDocument)
  return {
    header: keptValues(kind.header, header, ''),
    lines: lines.map(({ values }) => ({ key: newId(), values: keptValues(kind.line, values, 'lines.') })),
  }
}

/** What is asked for; not what a keeper answered. */
const askedFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { required, filledBy }]) => required !== 'posting' && filledBy === undefined))

/** Values of fields that are called the same and are of the same kind on both sides. */
const sharedValues = (to: Fields, from: Fields, values: Values): Values =>
  Object.fromEntries(
    Object.entries(to).flatMap(([key, field]) =>
      from[key]?.control.type === field.control.type && !isEmpty(values[key]) ? [[key, values[key]]] : [],
    ),
  )

const isReferenceTo = (field: Field, like: FieldType | undefined): boolean =>
  like !== undefined && refersTo(like) !== undefined && refersTo(field.control) === refersTo(like) && !referenceOf(field.control)?.many

const filledValues = (values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
