import { Boxes, Trash2 } from 'lucide-react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { labelNouns } from '../../domain/labels/content.ts'
import { changedMeanwhile } from '../../domain/operations/define.ts'
import { directoryOperations } from '../../domain/directory/operations.ts'
import { ownDefaultsOf, ownFieldProblems } from '../../domain/records/ownFields/ownField.ts'
import { type RecordRow, recordOperations, sentValues } from '../../domain/records/operations.ts'
import { recordOf } from '../../domain/records/all.ts'
import { documentOnlyWords, type RecordField, type RecordKind, thingOf } from '../../domain/records/define.ts'
import { dayProblems } from '../../kernel/days.ts'
import { isEmpty, type Noun, readValues } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import { useAsk } from '../ask.ts'
import { call, CallError } from '../call.ts'
import { hrefOf } from '../frames.ts'
import { FolderSection } from '../disk/FolderSection.tsx'
import { Section } from '../look/Card.tsx'
import { Cell, Value } from '../look/Cell.tsx'
import { confirm, confirmDelete } from '../look/overlays/confirm.ts'
import { WriteIconButton } from '../look/WriteIconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { Pending } from '../look/Pending.tsx'
import { loadLater } from '../look/loadLater.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { useCodes } from '../shell/codes.ts'
import { FieldControl } from '../forms/FieldControl.tsx'
import { FieldValue } from '../forms/FieldValue.tsx'
import { FillingNotices } from '../documents/filling/FillingNotices.tsx'
import AssetRoom from '../licence/AssetRoom.tsx'
import { isSame, valuesShape } from '../documents/filling/filling.ts'
import { wrongIn } from '../documents/filling/problems.ts'
import { type BegunFilling, type FillingIn, useBegun, useFilling } from '../documents/filling/useFilling.ts'
import { PrintLabelsButton } from '../labels/PrintLabelsButton.tsx'
import { learnRows } from '../forms/names.ts'
import { recordCodeOf } from '../../domain/records/code.ts'
import { today } from '../shell/dateWords.ts'
import { detailHrefOf, hasDetail, listPathOfNoun } from '../places.ts'
import { useScreen, useWide } from '../screen.ts'
import { PlacePeople } from './PlacePeople.tsx'
import { Timelines } from '../assets/asOf/Timelines.tsx'
import { useAppliedFields } from './useAppliedFields.ts'
import { readOnlyBook } from './onlyBook.ts'
import { useRecordKind } from './useRecordKind.ts'
import { back, goHref, replaceHref } from '../travel.ts'
import { t } from '../words.ts'
import { useOver } from '../writing.ts'
import { within } from '../within.ts'
import { WriteButton } from '../licence/WriteButton.tsx'

type Values = Readonly<Record<string, unknown>>

/** One record of any kind: a form for the person who may write it, to read for everyone else. Query: `id`, or values for a new one by field, for instance `parentId`. */
export default function RecordEdit({ noun }: { noun: Noun }) {
  const kind = useRecordKind(noun)
  return kind ? <RecordScreen kind={kind} /> : <Skeleton />
}

const RecordScreen = ({ kind }: { kind: RecordKind }) => {
  const { search } = useScreen()
  const id = search['id']
  const { data, error, refetch } = useAsk(recordOperations(kind).info, { id: id ?? '' }, { enabled: id !== undefined })
  const keeps = useAllowed()(`${recordCodeOf(kind)}:update`)
  if (id === undefined)
    return (
      <NewRecord
        kind={kind}
        asked={Object.fromEntries(Object.keys(kind.fields).flatMap((key) => (search[key] ? [[key, search[key]]] : [])))}
      />
    )
  if (!data) return <Pending error={error} onRetry={refetch} />
  const row: RecordRow = data
  return keeps && row['writable'] !== false ? (
    <RecordForm key={row.id} kind={kind} begun={row} stored={row} />
  ) : (
    <RecordReading kind={kind} row={row} />
  )
}

/** New records one after the other: each begins with the next free code, the only book, and where the one before was put. */
const NewRecord = ({ kind, asked: given }: { kind: RecordKind; asked: Values }) => {
  const initialValues = useRef(given)
  const [round, setRound] = useState<{ number: number; carried: Values }>({ number: 0, carried: {} })
  const [beginning, setBeginning] = useState<{ number: number; values: Values }>()
  useEffect(() => {
    let isOver = false
    const begin = async () => {
      const [code, onlyBook] = await Promise.all([proposedCode(kind), readOnlyBook(kind)])
      const values = { ...defaultsOf(kind), ...code, ...onlyBook, ...initialValues.current, ...round.carried }
      if (!isOver) setBeginning({ number: round.number, values })
    }
    void begin()
    return () => {
      isOver = true
    }
  }, [kind, round])
  if (beginning?.number !== round.number) return <Skeleton />
  return (
    <RecordForm
      key={round.number}
      kind={kind}
      begun={beginning.values}
      onNext={(form) => setRound({ number: round.number + 1, carried: referencesIn(kind, form) })}
    />
  )
}

const defaultsOf = (kind: RecordKind): Values => Object.fromEntries(ownDefaultsOf(kind).map(([key, , value]) => [key, value]))

/** The next free code by its field; nothing where the server cannot be asked or the kind has no series. */
const proposedCode = async (kind: RecordKind): Promise<Values> => {
  const [key] = kind.unique
  if (kind.codePrefix === undefined || key === undefined) return {}
  const answer = await call(recordOperations(kind).freeCode, {}, { quiet: true }).catch(() => undefined)
  return answer?.code ? { [key]: answer.code } : {}
}

/** Where a record was put: what the next of the same series has in common with it. */
const referencesIn = (kind: RecordKind, form: Values): Values =>
  Object.fromEntries(
    Object.entries(kind.fields).flatMap(([key, { control }]) => (refersTo(control) && !isEmpty(form[key]) ? [[key, form[key]]] : [])),
  )

type Next = (form: Values) => void
type FormProps = { kind: RecordKind; begun: Values; stored?: RecordRow; onNext?: Next }

const RecordForm = ({ kind, begun: given, stored, onNext }: FormProps) => {
  const begunFilling = useBegun(valuesShape, { form: given, version: stored?.version ?? 0 }, { id: stored?.id })
  return begunFilling && <Editing key={begunFilling.round} kind={kind} stored={stored} begun={begunFilling} onNext={onNext} />
}

/** The fields that the person may write, those of others that say something, and those that another person keeps. */
const useFields = (kind: RecordKind, storedRecord: RecordRow | undefined) => {
  const codes = useCodes()
  const isForeign = storedRecord !== undefined && (kind.noun === 'person' || kind.noun === 'department')
  const keepers = useAsk(
    directoryOperations.kept,
    { noun: kind.noun as 'person' | 'department', id: storedRecord?.id ?? '' },
    { enabled: isForeign },
  ).data
  const keptFields = new Set(keepers?.flatMap(({ fields }) => fields))
  const isOthers = ({ writtenWith }: RecordField) => writtenWith !== undefined && !codes.has(writtenWith)
  const hidden = storedRecord?.['hidden']
  const all = Object.entries(kind.fields).filter(([key]) => !Array.isArray(hidden) || !hidden.includes(key))
  const bound = all.filter(([key]) => storedRecord !== undefined && documentOnlyWords(kind, storedRecord, key) !== undefined)
  const boundKeys = new Set(bound.map(([key]) => key))
  return {
    fields: all.filter(([key, field]) => !field.readOnly && !isOthers(field) && !keptFields.has(key) && !boundKeys.has(key)),
    bound,
    said: all.filter(([key, field]) => isOthers(field) && !isEmpty(storedRecord?.[key])),
    kept: all.filter(([key]) => keptFields.has(key)),
    keepers: keepers?.map(({ title }) => title) ?? [],
  }
}

type EditingProps = { kind: RecordKind; stored: RecordRow | undefined; begun: BegunFilling<Values>; onNext: Next | undefined }
/** What follows a record that was saved: the screen before, or an empty form. */
type AfterSave = 'back' | 'next'

type AppliesToField = (key: string, field: RecordField) => boolean

/** True for a default in a field that a record of its category does not have. */
const isIdleDefault = (key: string, field: RecordField, { value, applies }: { value: unknown; applies: AppliesToField }): boolean =>
  !isEmpty(field.ownTraits?.defaultValue) && isSame(value, field.ownTraits?.defaultValue) && !applies(key, field)

/** The values of a new record as they are sent: what was emptied is said where it would have a default. */
const newValues = (kind: RecordKind, values: Values, applies: AppliesToField): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([key, value]) => {
      const field = kind.fields[key]
      return value === null ? !isEmpty(field?.ownTraits?.defaultValue) : !field || !isIdleDefault(key, field, { value, applies })
    }),
  )

/** A record under a person's hands. */
const useRecordFilling = ({ kind, stored, begun, onNext }: EditingProps, keys: readonly string[]) => {
  const operations = recordOperations(kind)
  const applies = useRef<AppliesToField>(() => true)
  // What must be there and is kept by another person is there.
  const foreign = Object.fromEntries(
    Object.entries(kind.fields).flatMap(([key, { required }]) =>
      stored && required === 'always' && !keys.includes(key) ? [[key, stored[key]]] : [],
    ),
  )
  const ownValues = (values: Values) => Object.fromEntries(keys.map((key) => [key, isEmpty(values[key]) ? null : values[key]]))
  const recordFilling: FillingIn<Values, AfterSave> = useFilling<Values, AfterSave>(begun, {
    check: (form) => {
      const read = readValues(kind.fields, { ...foreign, ...ownValues(form) }, 'submitting')
      const before = stored ? recordFilling.base : undefined
      return wrongIn([
        ...read.problems,
        ...dayProblems(kind.fields, read.values, today(), { before: before ?? {} }),
        ...ownFieldProblems(kind, read.values, { before, applies: applies.current }),
      ])
    },
    submit: async ({ id, form, version, commandId }, afterSave) => {
      const values = ownValues(form)
      const options = { quiet: true, commandId }
      const row = stored
        ? await call(operations.update, { id, version, ...sentValues(values) }, options)
        : await call(operations.save, { id, ...sentValues(newValues(kind, values, applies.current)) }, options)
      learnRows(kind.noun, [row])
      return () => {
        toast(t('已保存'), 'success')
        if (afterSave === 'next' && onNext) return onNext(form)
        return !stored && hasDetail(kind.noun) ? replaceHref(detailHrefOf(kind.noun, id)) : back()
      }
    },
    overtakenBy: changedMeanwhile,
    theirs: async (id) => {
      const row = await call(operations.info, { id })
      return { form: row, version: row.version }
    },
    guarded: stored !== undefined,
    asks: true,
  })
  const { id, form } = recordFilling
  const appliedFields = useAppliedFields(kind, form)
  useEffect(() => {
    applies.current = appliedFields
  })
  /** Told while filling in, so that no one types a whole form for nothing. */
  const checkTaken = async (key: string) => {
    const value = form[key]
    if (!recordOf(kind.noun).unique.includes(key) || isEmpty(value) || value === stored?.[key]) return
    try {
      await call(operations.checkFieldValue, { fieldName: key, fieldValue: String(value), id }, { quiet: true })
    } catch (error) {
      if (error instanceof CallError && error.status === 200) recordFilling.tell(key, error.message)
    }
  }
  const remove = async () => {
    if (!stored || !(await confirmDelete(t('确定删除{name}吗?', { name: String(stored[kind.nameField] ?? '') })))) return
    const erase = (isConfirmed: boolean) =>
      call(operations.delete, { ids: [id], ...(isConfirmed && { confirmed: isConfirmed }) }, { quiet: true })
    try {
      await erase(false).catch(async (error: unknown) => {
        if (!(error instanceof CallError) || error.reason !== 'person.holds') throw error
        if (!(await confirm({ title: t('还没有交接'), text: error.message, yes: t('删除'), danger: true }))) throw error
        await erase(true)
      })
      toast(t('已删除'), 'success')
      recordFilling.drop()
      await back()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.reason !== 'person.holds') toast(error.message, 'error')
    }
  }
  return { filling: recordFilling, applies: appliedFields, checkTaken, remove }
}

const Editing = (props: EditingProps) => {
  const { kind, stored, onNext } = props
  const isAllowed = useAllowed()
  const over = useOver()
  const sortedFields = useFields(kind, stored)
  const { fields, bound, said, kept } = sortedFields
  const { filling, applies, checkTaken, remove } = useRecordFilling(
    props,
    fields.map(([key]) => key),
  )
  const { form, problems, change, frame } = filling
  // What stands there already is shown whatever the category asks for now.
  const shownFields = fields.filter(
    ([key, field]) => applies(key, field) || !(isEmpty(form[key]) || (!stored && isIdleDefault(key, field, { value: form[key], applies }))),
  )
  const columns = useWide() ? inColumns(shownFields) : [shownFields]
  const label = labelNouns.find((labelNoun) => labelNoun === kind.noun)

  return (
    <div ref={frame} className="h-full">
      <Page
        width={columns.length > 1 ? 'page' : 'form'}
        title={stored ? undefined : t('新增{title}', { title: within(thingOf(kind)) })}
        text={stored && String(stored[kind.nameField] ?? '')}
        right={
          stored && (
            <>
              {label && <PrintLabelsButton noun={label} ids={[stored.id]} />}
              {isAllowed(`${recordCodeOf(kind)}:delete`) && (
                <WriteIconButton icon={Trash2} label={t('删除')} iconSize={20} busy={over} onClick={() => void remove()} />
              )}
            </>
          )
        }
        bottom={
          <SaveButtons
            isBusy={filling.step !== undefined}
            onSave={() => void filling.submit('back')}
            onSaveNext={onNext && (() => void filling.submit('next'))}
          />
        }
      >
        <FillingNotices filling={filling} />
        {kind.noun === 'asset' && !stored && <AssetRoom adding={1} />}
        <div className={columns.length > 1 ? 'wide:grid wide:grid-cols-2 wide:items-start wide:gap-x-6' : ''}>
          {columns.map((column, index) => (
            <Section key={column[0]?.[0] ?? ''}>
              {column.map(([key, field]) => (
                <FieldControl
                  key={key}
                  values={form}
                  field={field.ownTraits?.isRequired ? { ...field, required: 'always' } : field}
                  value={form[key]}
                  onChange={(value) => change((now) => ({ ...now, [key]: value }))}
                  onBlur={() => void checkTaken(key)}
                  error={problems.get(key)}
                />
              ))}
              {index === columns.length - 1 &&
                [...bound, ...kept, ...said].map(([key, field]) => (
                  <Value key={key} label={t(field.label)}>
                    <FieldValue field={field} value={stored?.[key]} />
                  </Value>
                ))}
            </Section>
          ))}
        </div>
        <Remarks kind={kind} stored={stored} {...sortedFields} />
        {stored && <More kind={kind} row={stored} />}
      </Page>
    </div>
  )
}

type SaveButtonsProps = { isBusy: boolean; onSave: () => void; onSaveNext: (() => void) | undefined }

const SaveButtons = ({ isBusy, onSave, onSaveNext }: SaveButtonsProps) => (
  <>
    <WriteButton size="large" wide busy={isBusy} onClick={onSave} className="wide:w-auto! wide:min-w-32">
      {t('保存')}
    </WriteButton>
    {onSaveNext && (
      <WriteButton size="large" kind="secondary" wide busy={isBusy} onClick={onSaveNext} className="wide:w-auto!">
        {t('保存并新建下一个')}
      </WriteButton>
    )}
  </>
)

type RemarksProps = ReturnType<typeof useFields> & Pick<EditingProps, 'kind' | 'stored'>

/** Why fields of a stored record are text here: a document changes them, another system keeps them, or an administrator assigns them. */
const Remarks = ({ kind, stored, bound, kept, keepers, said }: RemarksProps) => (
  <>
    {bound.map(([key]) => (
      <p key={key} className="px-1 pb-2 text-small text-faint">
        {stored && t(documentOnlyWords(kind, stored, key) ?? '')}
      </p>
    ))}
    {kept.length > 0 && (
      <p className="px-1 pb-4 text-small text-faint">
        {t('{label}由{keeper}维护，请在那里修改。', {
          label: kept.map(([, { label }]) => t(label)).join(t('、')),
          keeper: keepers.join(t('、')),
        })}
      </p>
    )}
    {said.length > 0 && (
      <p className="px-1 pb-4 text-small text-faint">
        {t('{label}由系统管理员指定。', { label: said.map(([, { label }]) => t(label)).join(t('、')) })}
      </p>
    )}
  </>
)

/** A long form stands in two columns, to be filled in one after the other. */
const inColumns = <F,>(fields: readonly F[]): readonly (readonly F[])[] => {
  const half = Math.ceil(fields.length / 2)
  return fields.length > 7 ? [fields.slice(0, half), fields.slice(half)] : [fields]
}

const RecordReading = ({ kind, row }: { kind: RecordKind; row: RecordRow }) => (
  <Page width="form" title={t(thingOf(kind))} text={String(row[kind.nameField] ?? '')}>
    <Section>
      {Object.entries(kind.fields)
        .filter(([key]) => !isEmpty(row[key]))
        .map(([key, field]) => (
          <Value key={key} label={t(field.label)}>
            <FieldValue field={field} value={row[key]} />
          </Value>
        ))}
    </Section>
    {row['writable'] === false && (
      <p className="px-1 pb-4 text-small text-faint">
        {row['restricted'] === true ? t('不在您的管理范围内，只显示基本信息。') : t('不在您的管理范围内，只能查看。')}
      </p>
    )}
    <More kind={kind} row={row} />
  </Page>
)

/** Those with a folder of their own in the net disk whose screen this is. */
const hasFolder: ReadonlySet<Noun> = new Set(['supplier', 'consumable'])

/** What belongs to a record besides its fields, and what refers to it. */
const More = ({ kind, row }: { kind: RecordKind; row: RecordRow }) => {
  const Besides = besides[kind.noun]
  return (
    <>
      {Besides && <Besides row={row} />}
      {hasFolder.has(kind.noun) && row['restricted'] !== true && <FolderSection id={row.id} />}
      <Related kind={kind} row={row} />
      <Upkeep kind={kind} row={row} />
    </>
  )
}

/** What became of the record besides changes, and the way to make one of it and its double. */
const Upkeep = ({ kind, row }: { kind: RecordKind; row: RecordRow }) => {
  const isAllowed = useAllowed()
  const code = recordCodeOf(kind)
  if (!kind.canRestore || !isAllowed(`${code}:save`) || row['writable'] === false) return null
  return (
    <>
      {kind.canMerge && isAllowed(`${code}:delete`) && <MergeWith kind={kind} id={row.id} />}
      <RecordEvents kind={kind} id={row.id} />
    </>
  )
}

const MergeWith = loadLater(() => import('./upkeep/MergeWith.tsx'))
const RecordEvents = loadLater(() => import('./upkeep/RecordEvents.tsx'))

const BesidePlace = ({ row }: { row: RecordRow }) => (
  <>
    <PlacePeople row={row} />
    <Timelines of="location" id={row.id} />
  </>
)

const besides: Readonly<Partial<Record<Noun, ComponentType<{ row: RecordRow }>>>> = { location: BesidePlace }

/** The register narrowed down to what refers to this record. */
const Related = ({ kind, row }: { kind: RecordKind; row: RecordRow }) => {
  const isAllowed = useAllowed()
  const assets = recordOf('asset')
  const key = assets.filters.find((name) => {
    const field = assets.fields[name]
    return field && refersTo(field.control) === kind.noun
  })
  if (!key || !isAllowed(`${recordCodeOf(assets)}:list`)) return null
  return (
    <Section>
      <Cell icon={Boxes} title={t('查看相关资产')} onPress={() => goHref(hrefOf(listPathOfNoun('asset'), { [key]: row.id }))} />
    </Section>
  )
}
