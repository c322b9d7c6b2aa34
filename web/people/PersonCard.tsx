import { useQuery } from '@tanstack/react-query'
import { Copy, Mail, MessageCircle, MessagesSquare, Phone, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { addressBookCard } from '../../domain/addressBook/operations.ts'
import { chatOperations } from '../../domain/chat/operations.ts'
import { userUpdate } from '../../domain/access/userOperations.ts'
import { workplaceColleague } from '../../domain/workplaces/operations.ts'
import { host } from '../../hosts/here.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { useSend } from '../send.ts'
import { MailBounce } from '../mail/MailBounce.tsx'
import { Avatar } from '../look/Avatar.tsx'
import { Section } from '../look/Card.tsx'
import { Timelines } from '../assets/asOf/Timelines.tsx'
import { Cell, Value } from '../look/Cell.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { person } from '../../domain/records/person.ts'
import { together } from '../../domain/records/aboutRecord.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { recordCodeOf } from '../../domain/records/code.ts'
import { PersonName } from './PersonName.tsx'
import { ReferencePicker } from '../forms/ReferencePicker.tsx'
import { copyText } from '../shell/copyText.ts'
import { faultWords } from '../shell/faultWords.ts'
import { drawText } from '../look/drawText.ts'
import { toast } from '../look/overlays/toast.ts'
import { useOpened } from '../find/recent.ts'
import { detailHrefOf } from '../places.ts'
import { useSession } from '../session/session.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { PersonKeeping } from './PersonKeeping.tsx'

/** Everything a colleague may know of another, with ways to reach them. `onPerson` opens another person's card. */
export const PersonCard = ({ uid, onPerson }: { uid: string; onPerson: (uid: string) => void }) => {
  const card = useAsk(addressBookCard, { id: uid }, { staleMs: 60_000 })
  const manages = useAllowed()(`${recordCodeOf(person)}:update`)
  const { uid: me } = useSession()
  const { data: conversations } = useAsk(chatOperations.unread, {}, { staleMs: 300_000 })
  const data = card.data
  useOpened({
    key: `person ${uid}`,
    title: data?.userName ?? '',
    text: together([data?.deptName, data?.position].flatMap((words) => (typeof words === 'string' && words !== '' ? [words] : []))),
    href: detailHrefOf('person', uid),
    icon: person.screens.icon,
    picture: data?.avatar ?? null,
  })
  if (card.isError) return <Problem error={card.error} onRetry={card.refetch} />
  if (!data) return <Skeleton rows={5} />
  const { phone, email, managerUid, managerName } = data
  return (
    <div className="scroller min-h-0 w-full flex-1 px-4 pb-8 pt-1 wide:px-8 wide:pt-4">
      <div className="mx-auto max-w-180">
        <div className="flex flex-col items-center pb-5 pt-4">
          <Avatar name={data.userName} src={data.avatar ?? ''} size={92} />
          <h2 className="mt-3 text-center text-large font-semibold">
            <PersonName uid={uid} name={data.userName} />
          </h2>
          <p className="text-center text-body text-quiet">{drawText([data.deptName, data.position].filter(Boolean).join(' · '))}</p>
          <ReachButtons uid={uid} card={data} canChat={uid !== me && conversations?.subjectsOnly === false} isOther={uid !== me} />
        </div>
        <Section title={t('联系方式')}>
          <Copyable label={t('手机')} value={phone} />
          <Copyable label={t('邮箱')} value={email} />
          <MailBounce uid={uid} />
        </Section>
        {uid !== me && (
          <Section title={t('日程')}>
            <Cell title={t('查看忙闲')} onPress={() => go('/pages/agenda/personagenda', { uid })} />
          </Section>
        )}
        <Section title={t('任职')}>
          {data.departments.map(({ deptId, path }, index) => (
            <Value key={deptId} label={index === 0 ? t('部门') : t('兼任部门')}>
              {path}
            </Value>
          ))}
          {manages && <OtherDepartments uid={uid} departments={data.departments.filter(({ deptId }) => deptId !== data.deptId)} />}
          <Value label={t('职位')}>{data.position}</Value>
          <Value label={t('工号')}>{data.employeeNo}</Value>
          {managerUid && managerUid !== uid && (
            <Cell
              title={<span className="text-quiet">{t('部门负责人')}</span>}
              value={<PersonName uid={managerUid} name={managerName ?? ''} />}
              onPress={() => onPerson(managerUid)}
            />
          )}
        </Section>
        <Timelines of="person" id={uid} />
        {manages && <PersonKeeping uid={uid} />}
      </div>
    </div>
  )
}

/** The ways to reach a person. */
const ReachButtons = ({ uid, card, canChat, isOther }: { uid: string; card: Card; canChat: boolean; isOther: boolean }) => {
  const { phone, email } = card
  return (
    <div className="mt-5 flex flex-wrap justify-center gap-x-6 gap-y-4">
      {canChat && (
        <button
          type="button"
          onClick={() => go('/pages/message/chat', { uid })}
          className="flex w-16 flex-col items-center gap-1.5 text-small text-quiet active:opacity-60"
        >
          <Disc icon={MessageCircle} color="#0071e3" />
          {t('发消息')}
        </button>
      )}
      {isOther && <HostConversation uid={uid} />}
      <Reach icon={Phone} label={t('打电话')} color="#00a86b" href={phone ? `tel:${phone}` : undefined} />
      <Reach icon={Mail} label={t('写邮件')} color="#0081ff" href={email ? `mailto:${email}` : undefined} />
      <button
        type="button"
        onClick={() => void copyText(cardText(card))}
        className="flex w-16 flex-col items-center gap-1.5 text-small text-quiet active:opacity-60"
      >
        <Disc icon={Copy} color="#7a5af8" />
        {t('复制名片')}
      </button>
    </div>
  )
}

/** The departments that a person belongs to besides their own, for the person who manages people. */
const OtherDepartments = ({ uid, departments }: { uid: Id; departments: readonly { deptId: Id; deptName: string }[] }) => {
  const [open, setOpen] = useState(false)
  const { send } = useSend(userUpdate, { done: '已保存' })
  return (
    <>
      <Cell title={<span className="text-accent-strong">{t('设置兼任部门')}</span>} onPress={() => setOpen(true)} />
      <ReferencePicker
        open={open}
        onClose={() => setOpen(false)}
        noun="department"
        many
        max={50}
        title={t('设置兼任部门')}
        chosen={departments.map(({ deptId }) => deptId)}
        onChoose={(otherDeptIds) => void send({ uid, otherDeptIds })}
      />
    </>
  )
}

/** Leads to the conversation of the chat that carries the app, where it has one with this person. */
const HostConversation = ({ uid }: { uid: Id }) => {
  const { findColleague, knows } = host
  const { data: open } = useQuery({
    queryKey: [workplaceColleague.name, uid],
    queryFn: async () => (await findColleague?.(uid)) ?? null,
    enabled: findColleague !== undefined,
    staleTime: 300_000,
  })
  if (!open) return null
  const title = t(knows?.title ?? '')
  return (
    <button
      type="button"
      onClick={() => void open().catch((error: unknown) => toast(faultWords(error, t('没有打开会话，请重试')), 'error'))}
      className="flex w-16 flex-col items-center gap-1.5 text-small text-quiet active:opacity-60"
    >
      <Disc icon={MessagesSquare} color="#3e8bff" />
      {t('{chat}会话', { chat: title })}
    </button>
  )
}

const Disc = ({ icon: Icon, color, off }: { icon: LucideIcon; color: string; off?: boolean }) => (
  <span
    className={`flex size-12 items-center justify-center rounded-full text-white ${off ? 'opacity-35' : ''}`}
    style={{ backgroundColor: color }}
  >
    <Icon size={21} aria-hidden />
  </span>
)

const Reach = ({ icon, label, color, href }: { icon: LucideIcon; label: string; color: string; href: string | undefined }) =>
  href ? (
    <a href={href} className="flex w-16 flex-col items-center gap-1.5 text-small text-quiet active:opacity-60">
      <Disc icon={icon} color={color} />
      {label}
    </a>
  ) : (
    <span className="flex w-16 flex-col items-center gap-1.5 text-small text-faint" aria-disabled>
      <Disc icon={icon} color={color} off />
      {label}
    </span>
  )

const Copyable = ({ label, value }: { label: string; value: string | null }): ReactNode => (
  <div className="group/cell flex items-center pl-4">
    <div className="flex min-h-13 min-w-0 flex-1 items-center gap-4 border-b border-line pr-1 group-last/cell:border-transparent">
      <span className="w-14 shrink-0 text-body text-quiet wide:w-24">{label}</span>
      <span className="min-w-0 flex-1 break-words text-right text-body wide:text-left">
        {value ?? <span className="text-faint">—</span>}
      </span>
      {value ? (
        <IconButton
          icon={Copy}
          iconSize={18}
          label={t('复制{label}', { label })}
          onClick={() => void copyText(value)}
          className="text-faint"
        />
      ) : (
        <span className="w-2" />
      )}
    </div>
  </div>
)

type Card = { userName: string; deptName: string | null; position: string | null; phone: string | null; email: string | null }

const cardText = ({ userName, deptName, position, phone, email }: Card): string =>
  [[userName, deptName, position].filter(Boolean).join(' '), phone, email].filter(Boolean).join('\n')
