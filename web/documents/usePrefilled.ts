import { useQuery } from '@tanstack/react-query'
import { documentKind } from '../../domain/documents/all.ts'
import { codeOf, type DocumentKind } from '../../domain/documents/define.ts'
import { bulkOperations } from '../../domain/bulk/operations.ts'
import { restocking } from '../../domain/documents/catalogueOperations.ts'
import { type DocumentInfo, documentOperations } from '../../domain/documents/operations.ts'
import { type RecordRow, recordOperations } from '../../domain/records/operations.ts'
import { recordOf } from '../../domain/records/all.ts'
import type { Field, Noun } from '../../kernel/field.ts'
import { isAboutThings, itemFieldOf } from '../../domain/documents/lines.ts'
import { isDecimal } from '../../kernel/decimal.ts'
import { isMinute } from '../../kernel/day.ts'
import { countTaskCorrections } from '../../domain/counting/correctionOperations.ts'
import { t } from '../words.ts'
import { holdsFiles, refersTo } from '../../kernel/fields/kinds.ts'
import { type Id, isId, newId } from '../../kernel/id.ts'
import { learnNames } from '../cache.ts'
import { call } from '../call.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { piecesFieldOf } from '../approval/form/pieces.ts'
import { useAuthorAccess } from './DocumentFields.tsx'
import { type DocumentForm, formAgain, formFrom, formOf, headerFrom, linesFor, restockingForm, withAssets } from './documentForm.ts'
import { learnRows } from '../forms/names.ts'
import { assetsToBegin } from './assetsToBegin.ts'
import { withKnown } from '../scan/knownThings.ts'
import { type Session, useSession } from '../session/session.ts'
import { assertDefined } from '../../kernel/assert.ts'

/** What a form begins with: what is stored, what the query asks for, else what goes without saying, which is `given`. */
export const usePrefilled = (
  kind: DocumentKind,
  storedDocument: DocumentInfo | undefined,
  search: Readonly<Record<string, string>>,
): { form: DocumentForm | undefined; given: DocumentForm['header']; error?: unknown; retry: () => unknown } => {
  const current = useSession()
  const posts = useAllowed()(`${codeOf(kind)}:post`)
  const access = useAuthorAccess(kind)
  const source = {
    sourceId: search['sourceId'] ?? search['from'] ?? '',
    formerId: search['former'] ?? '',
    assetIds: assetsToBegin(search['assets']),
    itemIds: idsIn(search['items']),
    restock: search['restock'] ?? '',
    locId: search['locId'],
    place: search['place'] ?? '',
    at: search['at'] ?? '',
    avoidedPrice: search['avoided'] ?? '',
    corrections: search['corrections'] ?? '',
  }
  const query = useQuery({
    queryKey: ['document.prefill', kind.kind, source],
    enabled: !storedDocument,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<DocumentForm> => {
      const { uid, username, departments } = current
      learnNames({ [uid]: username, ...Object.fromEntries(departments.map(({ deptId, deptName }) => [deptId, deptName])) })
      const keeps = (path: string, isOwn: boolean) =>
        access(path) !== 'hide' && path !== `lines.${piecesFieldOf(kind)}` && (isOwn || !isFiles(kind, path))
      return beginningOf(kind, source, signal, (path, author) => keeps(path, author === uid))
    },
  })
  const deptId = departmentFor(storedDocument, current.departments)
  if (storedDocument) return { form: { ...formOf(kind, storedDocument), deptId }, given: {}, retry: () => undefined }
  const { data } = query
  const ofPieces = data && source.assetIds.length > 0 ? fieldsThatBegin(kind, 'home', data.header) : {}
  const initialValues = { ...evident(kind, current, posts), ...ofPieces }
  return {
    form: data && { ...data, header: { ...initialValues, ...data.header }, deptId },
    given: initialValues,
    ...(query.isError && { error: query.error }),
    retry: query.refetch,
  }
}

type PrefillQuery = {
  sourceId: Id
  formerId: Id
  assetIds: Id[]
  itemIds: Id[]
  restock: string
  locId: string | undefined
  place: Id
  at: string
  /** The price of the purchase in whose place its pieces are taken. */
  avoidedPrice: string
  /** The count whose corrections of cards it takes over. */
  corrections: Id
}

/** What another document, chosen things or empty shelves ask for. `keeps`: what may be taken over from a document of that author. */
const beginningOf = async (
  kind: DocumentKind,
  { sourceId, formerId, assetIds, itemIds, restock, locId, place, at, avoidedPrice, corrections }: PrefillQuery,
  signal: AbortSignal,
  keeps: (path: string, author: Id) => boolean,
): Promise<DocumentForm> => {
  const options = { signal, quiet: true }
  if (formerId) {
    const former = await call(documentOperations(kind).info, { id: formerId }, options)
    return formAgain(kind, former, (path) => keeps(path, former.authorUid))
  }
  const source = documentKind(kind.from?.kind ?? '')
  if (source && sourceId) {
    const info = await call(documentOperations(source).info, { id: sourceId }, options)
    return formFrom(kind, { ...info, kind: source })
  }
  if (isId(corrections) && kind.ownLines === 'changed') {
    const { list } = await call(countTaskCorrections, { taskId: corrections }, options)
    const [item] = Object.keys(kind.line)
    return {
      header: { reason: t('盘点更正') },
      lines: list.map(({ itemId, ownValues }) => ({ key: newId(), values: { ...(item && { [item]: itemId }), ...ownValues } })),
    }
  }
  const rowsOf = async (noun: Noun, ids: readonly Id[]) => {
    const { info } = recordOperations(recordOf(noun))
    const rows = await Promise.all(ids.map((id) => withKnown(noun, id, () => call(info, { id }, options))))
    learnRows(noun, rows)
    return rows
  }
  const assets = assetIds.length > oneByOneAtMost ? await rowsTogether(assetIds, options) : await rowsOf('asset', assetIds)
  const item = refersTo(assertDefined(kind.line[itemFieldOf(kind)], 'the item of a line').control)
  if (item && restock) {
    const restock = await call(restocking, { ...(isId(locId) && { locId }) }, options)
    if (restock.supplier) learnNames({ [restock.supplier.id]: restock.supplier.name })
    const lines = restock.lines.filter(({ id }) => itemIds.length === 0 || itemIds.includes(id))
    const ids = lines.map(({ id }) => id)
    return restockingForm(kind, { ...restock, lines }, await rowsOf(item, ids))
  }
  const items = item ? await rowsOf(item, itemIds) : []
  if (isId(place)) await rowsOf('location', [place])
  const placeValues = kind.placeOffer && isId(place) ? { [kind.placeOffer.field]: place } : {}
  // Lines that no one chooses from the register are filled in where they stand: one is there, with the moment that was asked for.
  const moment = isMinute(at) && kind.line['at']?.control.type === 'datetime' ? { at } : {}
  const plain = isAboutThings(kind) ? [] : [{ key: newId(), values: moment }]
  return {
    header: { ...headerFrom(kind, assets), ...placeValues, ...(kind.savings && isDecimal(avoidedPrice) && { avoidedPrice }) },
    lines: [...withAssets(kind, [], assets), ...linesFor(kind, items), ...plain],
  }
}

/** Few are looked for where they may be known already, as without a network; many are asked for at once. */
const oneByOneAtMost = 5

const rowsTogether = async (ids: readonly Id[], options: { signal: AbortSignal; quiet: boolean }): Promise<RecordRow[]> => {
  const { list } = await call(bulkOperations.pieces, { ids: [...ids] }, options)
  learnRows('asset', list)
  return list
}

/** What of a header goes without saying by this way. */
const fieldsThatBegin = (kind: DocumentKind, way: string, header: DocumentForm['header']): DocumentForm['header'] =>
  Object.fromEntries(Object.entries(header).filter(([key]) => kind.header[key]?.begins === way))

/** The department that a stored one is for, as long as its author belongs to it; that of one that came back stays. */
const departmentFor = (storedDocument: DocumentInfo | undefined, departments: Session['departments']): Id => {
  if (storedDocument?.state === 'returned') return storedDocument.deptId ?? ''
  return (departments.find(({ deptId }) => deptId === storedDocument?.deptId) ?? departments[0])?.deptId ?? ''
}

/** Employees ask for themselves and their department, where a kind is asked for oneself. */
const evident = (kind: DocumentKind, { uid, deptId, departments }: Session, posts: boolean): DocumentForm['header'] => {
  const subject = kind.subject
  if (posts || !subject || kind.header[subject]?.begins !== 'self') return {}
  const department = departments.find((department) => department.deptId === deptId)
  const ofDepartment = Object.entries(kind.header).filter(([, field]) => isDepartment(field))
  return {
    [subject]: uid,
    ...(department && Object.fromEntries(ofDepartment.map(([key]) => [key, deptId]))),
  }
}

/** A form applied for by another department: where it names the one before, it goes along. */
export const forDepartment = (kind: DocumentKind, form: DocumentForm, deptId: Id): DocumentForm => ({
  ...form,
  header: Object.fromEntries(
    Object.entries(form.header).map(([key, value]) => [key, isDepartment(kind.header[key]) && value === form.deptId ? deptId : value]),
  ),
  deptId,
})

/** Files are handed on by the person who uploaded them. */
const isFiles = (kind: DocumentKind, path: string): boolean => {
  const field = path.startsWith('lines.') ? kind.line[path.slice('lines.'.length)] : kind.header[path]
  return field !== undefined && holdsFiles(field.control)
}

const isDepartment = (field: Field | undefined): boolean => field !== undefined && refersTo(field.control) === 'department'

const idsIn = (text: string | undefined): Id[] => (text ?? '').split(',').filter(isId)
