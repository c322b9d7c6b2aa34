import { useState } from 'react'
import { isManagerRole } from '../../domain/access/managerRoles.ts'
import { type AssetState, assetStates } from '../../domain/ledger/ledger.ts'
import { recordOf } from '../../domain/records/all.ts'
import { calledOf, type RecordKind, thingOf } from '../../domain/records/define.ts'
import { addressBookBadge, type AddressBookMember } from '../../domain/addressBook/operations.ts'
import { type RecordRow, recordOperations } from '../../domain/records/operations.ts'
import { locationPageSize } from '../../domain/rules/constants.ts'
import type { Id } from '../../kernel/id.ts'
import { Check, ChevronRight, Network, ScanLine, Shapes, X } from 'lucide-react'
import { useAsk } from '../ask.ts'
import { usePages } from '../pages.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Button } from '../look/Button.tsx'
import { CheckMark } from '../look/fields/CheckBox.tsx'
import { Empty } from '../look/Empty.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { List } from '../look/List.tsx'
import { movePick, pickMark } from '../look/fields/pickerKeys.ts'
import { Picture } from '../look/Picture.tsx'
import { Problem } from '../look/Problem.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { useSession } from '../session/session.ts'
import { t } from '../words.ts'
import { within } from '../within.ts'
import { recentChoices } from './recentChoices.ts'
import { type PickingInput, usePicking } from './usePicking.ts'
import { DepartmentHead } from '../people/DepartmentHead.tsx'
import { PersonName } from '../people/PersonName.tsx'
import { inCodeOrder, recordLook } from '../records/recordLook.ts'
import { loadLater } from '../look/loadLater.tsx'
import { isScanned } from '../scan/codes.ts'
import { ScanButton } from '../scan/ScanButton.tsx'
import { drawText } from '../look/drawText.ts'
import { OwnRowFacts } from '../records/OwnRowFacts.tsx'

type Props = PickingInput & { open: boolean; title: string }

/**
 * A sheet to choose one or several records of any kind: search, for trees one level after the other, for things by category. Of the
 * states that `filter.states` names one at a time is shown.
 */
export const ReferencePicker = (props: Props) => (
  <Sheet open={props.open} onClose={props.onClose} title={props.title} tall>
    {props.open && <Content {...props} />}
  </Sheet>
)

const Content = (props: Props) => {
  const { noun, filter, max, chosen } = props
  const { kind, many, picked, choose, chooseScanned, finish } = usePicking(props)
  const [search, setSearch] = useState('')
  const narrowing = useNarrowing({ kind, filter, search })
  const hasBadges = useBadges() && noun === 'person' && !many
  const { data: badgeHolder } = useAsk(addressBookBadge, { code: search }, { enabled: hasBadges && search.length > 1, staleMs: 10_000 })
  const pickerParts = { kind, filter: narrowing.filter, search, picked, many, choose }
  const recent = many || search || Object.keys(narrowing.filter).length > 0 ? [] : recentChoices(noun)

  return (
    <div role="presentation" onKeyDown={(event) => movePick(event, search)} className="-mx-4 flex min-h-0 flex-1 flex-col wide:-mx-5">
      <div className="flex shrink-0 items-center gap-1 px-4 pb-3 pt-0.5 wide:px-5">
        <SearchBox value={search} onSearch={setSearch} placeholder={t('搜索{title}', { title: within(thingOf(kind)) })} />
        {hasBadges && <BadgeButton onFound={(member) => choose(rowOf(member))} />}
        {isScanned(noun) && <ScanButton wants={[noun]} many={many} onFound={({ row }) => chooseScanned(row)} />}
        <ClassButton narrowing={narrowing} />
      </div>
      <NarrowedBy narrowing={narrowing} search={search} />
      {recent.length > 0 && (
        <Recent choices={recent} onChoose={({ id, name }) => choose({ id, version: 0, names: {}, [kind.nameField]: name })} />
      )}
      {kind.parent && !search ? (
        <Tree {...pickerParts} parent={kind.parent} />
      ) : (
        <Rows {...pickerParts} first={search && badgeHolder ? rowOf(badgeHolder) : undefined} />
      )}
      {many && <PickedCount count={picked.size} max={max} disabled={picked.size + chosen.length === 0} onFinish={finish} />}
    </div>
  )
}

/** Scans the badge of a person. */
const BadgeButton = ({ onFound }: { onFound: (member: AddressBookMember) => void }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <span className="-mr-2">
        <IconButton icon={ScanLine} label={t('扫工牌')} iconSize={20} onClick={() => setOpen(true)} />
      </span>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('扫工牌')} tall>
        {open && (
          <BadgeScan
            onFound={(member) => {
              setOpen(false)
              onFound(member)
            }}
          />
        )}
      </Sheet>
    </>
  )
}

type PickedCountProps = { count: number; max: number | undefined; disabled: boolean; onFinish: () => void }

const PickedCount = ({ count, max, disabled, onFinish }: PickedCountProps) => (
  <div className="flex shrink-0 items-center justify-between gap-3 px-4 pt-3 wide:px-5">
    <span role="status" className="text-body text-quiet">
      {max === undefined ? t('已选 {count} 项', { count }) : t('已选 {count} / {max}', { count, max })}
    </span>
    <Button disabled={disabled} onClick={onFinish}>
      {t('确定')}
    </Button>
  </div>
)

/** By what a long list is narrowed: things by their category, people by their department. */
const byCategory = { key: 'catId', noun: 'category', icon: Shapes, label: '按分类选择', removal: '不限分类' } as const
const byDepartment = { key: 'deptId', noun: 'department', icon: Network, label: '按部门选择', removal: '不限部门' } as const

type NarrowingInput = { kind: RecordKind; filter: Props['filter']; search: string }
type Narrowing = ReturnType<typeof useNarrowing>

/** What narrows the list: the filter of the field, one of its states, and a category or department that was chosen. */
const useNarrowing = ({ kind, filter, search }: NarrowingInput) => {
  const states = statesIn(filter)
  const [state, setState] = useState(states[0])
  const [chosenClass, setChosenClass] = useState<RecordRow>()
  const filterBy = kind.noun === 'person' ? byDepartment : byCategory
  const control = filter?.[filterBy.key] === undefined ? kind.fields[filterBy.key]?.control : undefined
  return {
    // The person who types a code means that piece, whatever its state.
    filter: {
      ...knownFilter(kind, filter),
      ...(state && !search && { state }),
      ...(chosenClass && { [filterBy.key]: chosenClass.id }),
    },
    states,
    state,
    setState,
    filterBy,
    control,
    chosenClass,
    setChosenClass,
  }
}

const statesIn = (filter: Props['filter']): AssetState[] => {
  const states = filter?.['states']
  return Array.isArray(states) ? states.filter((state) => Object.hasOwn(assetStates, state)) : []
}

/** Chooses the category or department whose records are shown. */
const ClassButton = ({ narrowing: { filterBy, control, chosenClass, setChosenClass } }: { narrowing: Narrowing }) => {
  const [open, setOpen] = useState(false)
  if (!control) return null
  return (
    <>
      <span className="-mr-2">
        <IconButton icon={filterBy.icon} label={t(filterBy.label)} iconSize={20} onClick={() => setOpen(true)} />
      </span>
      {control.type === 'reference' && (
        <ReferencePicker
          open={open}
          onClose={() => setOpen(false)}
          noun={control.to}
          filter={control.filter}
          title={t(filterBy.label)}
          chosen={chosenClass ? [chosenClass.id] : []}
          onChoose={(_, [row]) => setChosenClass(row)}
        />
      )}
    </>
  )
}

type NarrowedByProps = { narrowing: Narrowing; search: string }

const NarrowedBy = ({ narrowing: { states, state, setState, filterBy, chosenClass, setChosenClass }, search }: NarrowedByProps) => {
  const showsStates = state !== undefined && !search
  if (!chosenClass && !showsStates) return null
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 pb-3 wide:px-5">
      {showsStates && (
        <Tabs
          look="pill"
          label={t('状态')}
          value={state}
          onChange={setState}
          tabs={states.map((value) => ({ value, label: t(assetStates[value]) }))}
        />
      )}
      {chosenClass && (
        <ClassChip
          name={calledOf(recordOf(filterBy.noun), chosenClass)}
          label={t(filterBy.removal)}
          onRemove={() => setChosenClass(undefined)}
        />
      )}
    </div>
  )
}

const ClassChip = ({ name, label, onRemove }: { name: string; label: string; onRemove: () => void }) => (
  <button
    type="button"
    aria-label={label}
    onClick={onRemove}
    className="pressable reach flex h-9 items-center gap-1.5 rounded-full bg-accent-soft px-3.5 text-small text-accent-strong"
  >
    {name}
    <X size={14} aria-hidden />
  </button>
)

type RecentProps = { choices: ReturnType<typeof recentChoices>; onChoose: (choice: RecentProps['choices'][number]) => void }

/** What was chosen last of this kind. */
const Recent = ({ choices, onChoose }: RecentProps) => (
  <ul aria-label={t('最近选择')} className="plain-scrollbar flex shrink-0 gap-2 overflow-x-auto px-4 pb-3 wide:px-5">
    {choices.map((choice) => (
      <li key={choice.id} className="shrink-0">
        <button
          type="button"
          onClick={() => onChoose(choice)}
          className="h-10 max-w-48 truncate rounded-full bg-card px-4 text-body shadow-lift"
        >
          {choice.name}
        </button>
      </li>
    ))}
  </ul>
)

type PickerParts = {
  kind: RecordKind
  filter: Readonly<Record<string, unknown>>
  search: string
  picked: ReadonlyMap<Id, unknown>
  many: boolean
  choose: (row: RecordRow) => void
}

/** Keepers find people by what stands on their badges. */
const useBadges = (): boolean => useSession().roles.some(({ roleCode }) => isManagerRole(roleCode))

const rowOf = ({ uid, userName, avatar, deptId, deptName, position }: AddressBookMember): RecordRow => ({
  id: uid,
  version: 0,
  names: deptId ? { [deptId]: deptName ?? '' } : {},
  userName,
  avatar: avatar ? [avatar] : null,
  deptId,
  position,
})

const Rows = ({ kind, filter, search, picked, many, choose, first }: PickerParts & { first: RecordRow | undefined }) => {
  const pages = usePages(recordOperations(kind).list, { ...filter, likeQuery: search || undefined })
  const rows = first ? [first, ...pages.rows.filter(({ id }) => id !== first.id)] : pages.rows
  const heads = kind.noun === 'person' && !first
  return (
    <List
      pages={{ ...pages, rows }}
      keyOf={(row) => row.id}
      row={(row, index) => (
        <>
          {heads && departmentOf(row) !== departmentOf(rows[index - 1]) && <DepartmentHead name={departmentNameOf(row)} />}
          <Row kind={kind} row={row} many={many} chosen={picked.has(row.id)} onPress={() => choose(row)} />
        </>
      )}
      empty={{
        title: t('没有找到'),
        text: search ? t('换一个词再试试。') : t('还没有可以选择的{title}。', { title: within(thingOf(kind)) }),
      }}
    />
  )
}

/** Null of a person without a department; undefined before the first row. */
const departmentOf = (row: RecordRow | undefined): unknown => row && (row['deptId'] ?? null)

const departmentNameOf = (row: RecordRow): string => row.names[String(row['deptId'])] ?? ''

const Tree = ({ kind, filter, picked, many, choose, parent }: PickerParts & { parent: string }) => {
  const [path, setPath] = useState<readonly RecordRow[]>([])
  const { data, error, isError, refetch } = useAsk(
    recordOperations(kind).list,
    { ...filter, pageSize: locationPageSize },
    { staleMs: 60_000 },
  )
  if (isError) return <Problem error={error} onRetry={refetch} />
  if (!data)
    return (
      <div className="px-4">
        <Skeleton rows={6} picture={false} />
      </div>
    )
  const rows: readonly RecordRow[] = data.list
  const ids = new Set(rows.map(({ id }) => id))
  const above = path.at(-1)?.id
  const parentOf = (row: RecordRow): Id | undefined => {
    const id = row[parent]
    return typeof id === 'string' && ids.has(id) ? id : undefined
  }
  const level = inCodeOrder(kind, rows).filter((row) => parentOf(row) === above)
  const withChildren = new Set(rows.map(parentOf))
  return (
    <div className="scroller min-h-0 flex-1 px-4 wide:px-5">
      {path.length > 0 && (
        <nav aria-label={t('上级')} className="plain-scrollbar flex items-center gap-1 overflow-x-auto pb-1 text-body">
          <button type="button" onClick={() => setPath([])} className="h-10 min-w-10 shrink-0 px-1 text-accent-strong">
            {t('全部')}
          </button>
          {path.map((row, index) => (
            <span key={row.id} className="flex shrink-0 items-center gap-1">
              <ChevronRight size={14} className="text-faint" aria-hidden />
              <button
                type="button"
                onClick={() => setPath(path.slice(0, index + 1))}
                className={`h-10 px-1 ${index === path.length - 1 ? 'font-medium' : 'text-accent-strong'}`}
              >
                {String(row[kind.nameField])}
              </button>
            </span>
          ))}
        </nav>
      )}
      {rows.length === 0 && <Empty title={t('没有找到')} text={t('还没有可以选择的{title}。', { title: within(thingOf(kind)) })} />}
      <ul className="overflow-hidden rounded-card bg-card">
        {level.map((row) => (
          <li key={row.id} className="flex border-b border-line last:border-none">
            <div className="min-w-0 flex-1">
              <Row kind={kind} row={row} many={many} chosen={picked.has(row.id)} onPress={() => choose(row)} />
            </div>
            {withChildren.has(row.id) && (
              <button
                type="button"
                aria-label={t('{name}的下级', { name: String(row[kind.nameField]) })}
                onClick={() => setPath([...path, row])}
                className="pressable flex min-w-20 shrink-0 items-center justify-center gap-0.5 border-l border-line text-small text-accent-strong"
              >
                {t('下级')}
                <ChevronRight size={16} aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

type RowProps = { kind: RecordKind; row: RecordRow; many: boolean; chosen: boolean; onPress: () => void }

const Row = ({ kind, row, many, chosen, onPress }: RowProps) => {
  const { title, text, picture, pictureLook } = recordLook(kind, row)
  return (
    <button
      {...pickMark}
      type="button"
      aria-pressed={chosen}
      onClick={onPress}
      className="pressable flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left"
    >
      {many && <CheckMark on={chosen} />}
      {pictureLook === 'face' && <Avatar name={title} src={picture} />}
      {pictureLook === 'thing' && <Picture src={picture} alt="" className="size-11" />}
      <span className="min-w-0 flex-1">
        <span className="block truncate text-body">
          {kind.noun === 'person' ? <PersonName uid={row.id} name={title} /> : drawText(title)}
        </span>
        {text && <span className="block truncate text-small text-quiet">{drawText(text)}</span>}
        {kind.noun === 'asset' && <OwnRowFacts row={row} />}
      </span>
      {chosen && !many && <Check size={20} className="shrink-0 text-accent" aria-hidden />}
    </button>
  )
}

/** What of a field's filter a kind's list understands. */
export const knownFilter = (kind: RecordKind, filter: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => {
  const knownKeys = new Set<string>([...kind.filters, ...(kind.listWords ?? [])])
  return Object.fromEntries(Object.entries(filter).filter(([key]) => knownKeys.has(key)))
}

const BadgeScan = loadLater(() => import('../scan/BadgeScan.tsx'))
