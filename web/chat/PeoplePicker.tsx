import { Check } from 'lucide-react'
import { useState } from 'react'
import { addressBookMembers, type AddressBookMember } from '../../domain/addressBook/operations.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Button } from '../look/Button.tsx'
import { CheckMark } from '../look/fields/CheckBox.tsx'
import { List } from '../look/List.tsx'
import { movePick } from '../look/fields/pickerKeys.ts'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { toast } from '../look/overlays/toast.ts'
import { usePages } from '../pages.ts'
import { useSession } from '../session/session.ts'
import { t } from '../words.ts'
import { DepartmentHead } from '../people/DepartmentHead.tsx'
import { PersonName } from '../people/PersonName.tsx'
import { drawText } from '../look/drawText.ts'

type Props = {
  open: boolean
  title: string
  /** One is chosen by a tap; several with a button. */
  most: number
  /** Who is there already. */
  without?: readonly string[]
  onClose: () => void
  onChoose: (people: readonly AddressBookMember[]) => void
}

/** Chooses colleagues from the address book, which everyone may read. */
export const PeoplePicker = (props: Props) => (
  <Sheet open={props.open} onClose={props.onClose} title={props.title} tall>
    {props.open && <Choosing {...props} />}
  </Sheet>
)

const Choosing = ({ most, without = [], onChoose, onClose }: Props) => {
  const { uid: me } = useSession()
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<ReadonlyMap<string, AddressBookMember>>(new Map())
  const pages = usePages(addressBookMembers, { ...(search && { likeQuery: search }) }, { pageSize: 50 })
  const rows = pages.rows.filter(({ uid }) => uid !== me && !without.includes(uid))
  const finish = (people: readonly AddressBookMember[]) => {
    onChoose(people)
    onClose()
  }
  const choose = (member: AddressBookMember) => {
    if (most === 1) return finish([member])
    const next = new Map(picked)
    if (!next.delete(member.uid)) next.set(member.uid, member)
    if (next.size > most) return toast(t('最多选{max}项', { max: most }), 'error')
    setPicked(next)
  }
  return (
    <div role="presentation" onKeyDown={(event) => movePick(event, search)} className="-mx-4 flex min-h-0 flex-1 flex-col wide:-mx-5">
      <div className="shrink-0 px-4 pb-3 wide:px-5">
        <SearchBox value={search} onSearch={setSearch} placeholder={t('搜索姓名、拼音或手机号')} />
      </div>
      {picked.size > 0 && (
        <ul className="plain-scrollbar flex shrink-0 gap-2 overflow-x-auto px-4 pb-3 wide:px-5">
          {[...picked.values()].map((member) => (
            <li key={member.uid} className="shrink-0">
              <button
                type="button"
                onClick={() => choose(member)}
                aria-label={t('移除{name}', { name: member.userName })}
                className="flex w-13 flex-col items-center gap-1"
              >
                <Avatar name={member.userName} src={member.avatar ?? ''} size={40} />
                <span className="w-full truncate text-center text-tiny text-quiet">
                  <PersonName uid={member.uid} name={member.userName} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <List
        pages={{ ...pages, rows }}
        keyOf={({ uid }) => uid}
        empty={{ title: t('没有找到同事') }}
        row={(member, index) => (
          <>
            {member.deptId !== rows[index - 1]?.deptId && <DepartmentHead name={member.deptName ?? ''} />}
            <button
              type="button"
              aria-pressed={picked.has(member.uid)}
              onClick={() => choose(member)}
              className="pressable flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left"
            >
              {most > 1 && <CheckMark on={picked.has(member.uid)} />}
              <Avatar name={member.userName} src={member.avatar ?? ''} size={40} />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-body">
                  <PersonName uid={member.uid} name={member.userName} />
                </span>
                <span className="block truncate text-small text-quiet">
                  {drawText([member.deptName, member.position].filter(Boolean).join(' · '))}
                </span>
              </span>
              {most === 1 && picked.has(member.uid) && <Check size={20} className="text-accent" aria-hidden />}
            </button>
          </>
        )}
      />
      {most > 1 && (
        <div className="shrink-0 px-4 pt-3 wide:px-5">
          <Button wide size="large" disabled={picked.size === 0} onClick={() => finish([...picked.values()])}>
            {picked.size > 0 ? t('确定（{count}）', { count: picked.size }) : t('确定')}
          </Button>
        </div>
      )}
    </div>
  )
}
