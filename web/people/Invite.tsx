import { Link2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import {
  invitationList,
  invitationOpen,
  invitationRevoke,
  invitationSummary,
  type InvitationState,
  type InvitationResult,
  joinDecide,
  joinRequests,
  peopleToInvite,
} from '../../domain/access/invitationOperations.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { type RowOf, usePages } from '../pages.ts'
import { useSend } from '../send.ts'
import { CallError } from '../call.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { CheckMark } from '../look/fields/CheckBox.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { List } from '../look/List.tsx'
import { Page } from '../look/Page.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { Tag, type Tone } from '../look/Tag.tsx'
import { toast } from '../look/overlays/toast.ts'
import { InvitationLinks } from './InvitationLinks.tsx'
import { ReferenceField } from '../forms/ReferenceField.tsx'
import { fullTime } from '../shell/dateWords.ts'
import { when } from '../shell/when.ts'
import { useSearch, useWide } from '../screen.ts'
import { t } from '../words.ts'
import { type Person, useInviting } from './useInviting.ts'

type View = 'missing' | 'asking' | 'made'
/** Who cannot sign in yet, who asks to be taken in, and every link that was made. `view`: which of them is shown first. */
export default function Invite() {
  const { view: first } = useSearch('/pages/addressbook/invite')
  const [view, setView] = useState<View>(first === 'asking' || first === 'made' ? first : 'missing')
  const { data: summary } = useAsk(invitationSummary, {})
  const [invitations, setInvitations] = useState<readonly InvitationResult[]>([])
  const [isOpening, setOpening] = useState(false)
  return (
    <Page
      scroll={false}
      text={summary && t('已加入{count}人', { count: summary.joined })}
      right={
        <Button size="small" kind="secondary" icon={Link2} onClick={() => setOpening(true)}>
          {t('邀请链接')}
        </Button>
      }
      below={
        <Tabs
          label={t('邀请人员')}
          value={view}
          onChange={setView}
          tabs={[
            { value: 'missing', label: t('未加入'), count: summary?.missing },
            { value: 'asking', label: t('加入申请'), count: summary?.asking },
            { value: 'made', label: t('邀请记录') },
          ]}
        />
      }
    >
      {view === 'missing' && (
        <Missing total={summary?.missing ?? 0} invited={summary?.invited ?? 0} sms={summary?.sms ?? false} onMade={setInvitations} />
      )}
      {view === 'asking' && <Requests />}
      {view === 'made' && <Made />}
      <InvitationLinks invited={invitations} title={t('把链接交给本人')} onClose={() => setInvitations([])} />
      <OpenLink open={isOpening} onClose={() => setOpening(false)} onMade={(invitation) => setInvitations([invitation])} />
    </Page>
  )
}

type MissingProps = { total: number; invited: number; sms: boolean; onMade: (results: readonly InvitationResult[]) => void }

const Missing = ({ total, invited, sms, onMade }: MissingProps) => {
  /** The person who has a link that is open keeps it, unless everyone has one. */
  const all = total > invited ? total - invited : total
  const [search, setSearch] = useState('')
  const pages = usePages(peopleToInvite, search ? { likeQuery: search } : {})
  const { picked, toggle, invite, busy } = useInviting({ sms, skipsInvited: all !== total, onMade })
  const wide = useWide()
  const mark = (row: Person) => <CheckMark on={picked.has(row.uid)} />
  return (
    <>
      <div className="px-4 pb-2 pt-1 wide:px-6">
        <SearchBox value={search} onSearch={setSearch} placeholder={t('姓名、手机号码或工号')} />
      </div>
      <List
        pages={pages}
        keyOf={({ uid }) => uid}
        onOpen={toggle}
        row={(row) => <PersonRow row={row} isPicked={picked.has(row.uid)} onPress={() => toggle(row)} />}
        columns={[
          { key: 'pick', title: '', width: '3rem', cell: mark },
          { key: 'name', title: t('姓名'), cell: (row) => row.userName },
          { key: 'dept', title: t('部门'), cell: (row) => row.deptName },
          { key: 'phone', title: t('手机号码'), cell: (row) => row.phone ?? <span className="text-faint">{t('没有手机号码')}</span> },
          { key: 'state', title: t('邀请'), width: '8rem', cell: (row) => <StateTag state={row.state} /> },
          { key: 'until', title: t('有效期至'), cell: (row) => (row.state === 'open' ? fullTime(row.expiresAt) : '') },
        ]}
        empty={
          search
            ? { title: t('没有找到'), text: t('换一个词再试试。') }
            : { title: t('所有人都已加入'), text: t('新增或导入人员后，在这里邀请他们；也可以发一个公开的邀请链接。') }
        }
      />
      {total > 0 && (
        <div className="border-t border-line bg-card px-4 pb-safe pt-2.5 wide:px-6">
          <div className="mb-2.5 flex justify-end">
            <Button size="large" wide={!wide} icon={UserPlus} busy={busy} onClick={() => void invite()}>
              {inviteWords({ picked: picked.size, all, isFirst: total > invited })}
            </Button>
          </div>
        </div>
      )}
    </>
  )
}

const PersonRow = ({ row, isPicked, onPress }: { row: Person; isPicked: boolean; onPress: () => void }) => (
  <button
    type="button"
    role="checkbox"
    aria-checked={isPicked}
    onClick={onPress}
    className="pressable flex w-full items-center gap-3 px-4 py-3 text-left"
  >
    <CheckMark on={isPicked} />
    <Avatar name={row.userName} src={row.avatar ?? ''} size={40} />
    <span className="min-w-0 flex-1">
      <span className="block truncate text-body font-medium">{row.userName}</span>
      <span className="block truncate text-small text-quiet">
        {[row.deptName, row.phone ?? row.username ?? t('没有手机号码')].filter(Boolean).join(' · ')}
      </span>
    </span>
    <StateTag state={row.state} />
  </button>
)

const inviteWords = ({ picked, all, isFirst }: { picked: number; all: number; isFirst: boolean }): string => {
  if (picked > 0) return t('邀请选中的{count}人', { count: picked })
  return isFirst ? t('邀请全部{count}人', { count: all }) : t('重新邀请全部{count}人', { count: all })
}

const stateLooks: Readonly<Record<InvitationState, { words: string; tone: Tone }>> = {
  open: { words: '已邀请', tone: 'accent' },
  used: { words: '已加入', tone: 'good' },
  revoked: { words: '已撤回', tone: 'plain' },
  expired: { words: '已过期', tone: 'warn' },
}

const StateTag = ({ state }: { state: InvitationState | null }) =>
  state === null || state === 'used' ? (
    <span className="text-small text-faint">{t('未邀请')}</span>
  ) : (
    <Tag tone={stateLooks[state].tone}>{t(stateLooks[state].words)}</Tag>
  )

const Requests = () => {
  const pages = usePages(joinRequests, {})
  const { send, sending } = useSend(joinDecide)
  const decide = async (id: Id, userName: string, accept: boolean) => {
    const words = accept
      ? { title: t('同意{name}加入?', { name: userName }), text: t('他就能用手机号码和自己设置的密码登录。'), yes: t('同意') }
      : { title: t('拒绝{name}的申请?', { name: userName }), text: '', yes: t('拒绝'), danger: true }
    if (!(await confirm(words))) return
    await send({ id, accept }).then(
      () => toast(accept ? t('已加入') : t('已拒绝'), 'success'),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error
      },
    )
  }
  return (
    <List
      pages={pages}
      apart
      keyOf={({ id }) => id}
      row={(row) => (
        <Card>
          <div className="flex items-start gap-3">
            <Avatar name={row.userName} size={40} />
            <div className="min-w-0 flex-1">
              <p className="text-body font-medium">{row.userName}</p>
              <p className="text-small text-quiet">{[row.phone, row.deptName].filter(Boolean).join(' · ')}</p>
              <p className="text-small text-faint">{when(row.createdAt)}</p>
              {row.known && (
                <p className="mt-1 text-small text-warn">{t('这个手机号码是{name}的，请改为邀请他本人', { name: row.known.userName })}</p>
              )}
            </div>
            {row.state !== 'waiting' && (
              <Tag tone={row.state === 'accepted' ? 'good' : 'plain'}>
                {row.state === 'accepted'
                  ? t('{name}已同意', { name: row.decidedByName ?? '' })
                  : t('{name}已拒绝', { name: row.decidedByName ?? '' })}
              </Tag>
            )}
          </div>
          {row.state === 'waiting' && (
            <div className="mt-3 flex justify-end gap-2">
              <Button kind="secondary" disabled={sending} onClick={() => void decide(row.id, row.userName, false)}>
                {t('拒绝')}
              </Button>
              {!row.known && (
                <Button disabled={sending} onClick={() => void decide(row.id, row.userName, true)}>
                  {t('同意')}
                </Button>
              )}
            </div>
          )}
        </Card>
      )}
      empty={{ title: t('没有加入申请'), text: t('别人通过公开的邀请链接申请后，在这里确认。') }}
    />
  )
}

type MadeRow = RowOf<typeof invitationList>

const Made = () => {
  const pages = usePages(invitationList, {})
  const { send } = useSend(invitationRevoke, { done: '已撤回' })
  const revoke = async ({ id, userName }: MadeRow) => {
    const title = userName === null ? t('撤回这个公开邀请?') : t('撤回给{name}的邀请?', { name: userName })
    if (!(await confirm({ title, text: t('链接和二维码立即失效。'), yes: t('撤回'), danger: true }))) return
    await send({ id }).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
    })
  }
  const nameOf = ({ userName, deptName }: MadeRow) => userName ?? (deptName ? t('公开邀请：{name}', { name: deptName }) : t('公开邀请'))
  const factsOf = (row: MadeRow): string =>
    [
      t('{name}，{time}', { name: row.createdByName ?? t('运营方'), time: when(row.createdAt) }),
      row.sentAt && t('短信已发送'),
      row.usedAt && t('{time}使用', { time: when(row.usedAt) }),
      row.uid === null && t('{count}人加入', { count: row.joined }),
      row.waiting > 0 && t('{count}人等待确认', { count: row.waiting }),
    ]
      .filter(Boolean)
      .join(' · ')
  const tagOf = ({ state, uid }: MadeRow) => (
    <Tag tone={stateLooks[state].tone}>{uid === null && state === 'open' ? t('有效') : t(stateLooks[state].words)}</Tag>
  )
  const endOf = (row: MadeRow) =>
    row.state === 'open' && (
      <Button kind="plain" size="small" onClick={() => void revoke(row)}>
        {t('撤回')}
      </Button>
    )
  return (
    <List
      pages={pages}
      picture={false}
      keyOf={({ id }) => id}
      row={(row) => (
        <div className="flex items-center gap-3 px-4 py-3">
          <div className="min-w-0 flex-1">
            <p className="flex items-center gap-2">
              <span className="min-w-0 truncate text-body font-medium">{nameOf(row)}</span>
              {tagOf(row)}
            </p>
            <p className="mt-0.5 text-small text-quiet">{factsOf(row)}</p>
          </div>
          {endOf(row)}
        </div>
      )}
      columns={[
        { key: 'name', title: t('邀请'), cell: nameOf },
        { key: 'state', title: t('状态'), width: '7rem', cell: tagOf },
        { key: 'facts', title: t('经过'), width: 'minmax(0,2fr)', cell: factsOf },
        { key: 'until', title: t('有效期至'), cell: (row) => fullTime(row.expiresAt) },
        { key: 'end', title: '', width: '6rem', end: true, cell: endOf },
      ]}
      empty={{ title: t('还没有邀请过人'), text: t('邀请后，谁被邀请、谁已加入都记在这里。') }}
    />
  )
}

const OpenLink = ({ open, onClose, onMade }: { open: boolean; onClose: () => void; onMade: (result: InvitationResult) => void }) => {
  const [deptId, setDeptId] = useState<Id | ''>('')
  const { send, sending } = useSend(invitationOpen)
  const make = async () => {
    try {
      onMade(await send(deptId === '' ? {} : { deptId }))
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('公开的邀请链接')}
      footer={
        <Button size="large" wide busy={sending} onClick={() => void make()}>
          {t('生成链接和二维码')}
        </Button>
      }
    >
      <p className="px-1 pb-3 text-body text-quiet">
        {t('发到群里或贴出来，谁都可以打开：填写姓名、手机号码和密码后，等管理员确认才能登录。')}
      </p>
      <Card flush className="shrink-0">
        <ReferenceField control={department} label={t('加入的部门')} value={deptId} onChange={setDeptId} placeholder={t('不指定')} />
      </Card>
    </Sheet>
  )
}

const department = { type: 'reference', to: 'department', many: false } as const
