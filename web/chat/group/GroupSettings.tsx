import { LogOut, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { chatLimits } from '../../../domain/chat/limits.ts'
import { chatOperations, type ChatInfo } from '../../../domain/chat/operations.ts'
import { newId } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { takeHead } from '../device/device.ts'
import { Avatar } from '../../look/Avatar.tsx'
import { Button } from '../../look/Button.tsx'
import { Section } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { choose, confirm } from '../../look/overlays/confirm.ts'
import { Notice } from '../../look/Notice.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { Switch } from '../../look/fields/Switch.tsx'
import { TextArea } from '../../look/fields/TextArea.tsx'
import { TextField } from '../../look/fields/TextField.tsx'
import { PeoplePicker } from '../PeoplePicker.tsx'
import { useSearch } from '../../screen.ts'
import { useSend } from '../../send.ts'
import { useSession } from '../../session/session.ts'
import { go, openTab } from '../../travel.ts'
import { t } from '../../words.ts'
import { AvatarUpload } from '../../settings/AvatarUpload.tsx'
import { GroupMembers } from './GroupMembers.tsx'

/** How a conversation is for its reader, and for a group what it is for everyone. */
export default function GroupSettings() {
  const { chatId = '' } = useSearch('/pages/message/groupset')
  const info = useAsk(chatOperations.info, { id: chatId })
  if (!info.data) return <Pending error={info.error} onRetry={info.refetch} />
  return (
    <Page width="form" onRefresh={info.refetch} title={info.data.kind === 'pair' ? t('聊天设置') : t('群设置')}>
      {info.data.kind === 'pair' ? <Pair info={info.data} /> : <Group info={info.data} />}
    </Page>
  )
}

const Pair = ({ info }: { info: ChatInfo }) => {
  const { uid: me } = useSession()
  const [isAdding, setAdding] = useState(false)
  const partner = info.partner
  return (
    <>
      <Section>
        <Cell
          start={<Avatar name={info.name} src={info.avatar ?? ''} size={46} />}
          title={info.name}
          text={partner?.inService === false ? t('已离职') : t('查看名片')}
          {...(partner && { onPress: () => go('/pages/addressbook/address-detail', { uid: partner.uid }) })}
        />
        {partner?.inService && <Cell icon={UserPlus} title={t('再加几位，发起群聊')} onPress={() => setAdding(true)} />}
      </Section>
      <Mine info={info} />
      {partner && <MakeGroup open={isAdding} partner={partner.uid} me={me} onClose={() => setAdding(false)} />}
    </>
  )
}

const MakeGroup = ({ open, partner, me, onClose }: { open: boolean; partner: string; me: string; onClose: () => void }) => {
  const { send } = useSend(chatOperations.save)
  const [id] = useState(newId)
  return (
    <PeoplePicker
      open={open}
      title={t('发起群聊')}
      most={chatLimits.members - 2}
      without={[partner, me]}
      onClose={onClose}
      onChoose={(people) =>
        void send({ id, uids: [partner, ...people.map(({ uid }) => uid)] })
          .then(({ chatId }) => go('/pages/message/groupchat', { chatId }))
          .catch(() => undefined)
      }
    />
  )
}

const Group = ({ info }: { info: ChatInfo }) => {
  const { chatId, version, role, kind, settings, isMember, isDissolved } = info
  const keeps = isMember && !isDissolved && role !== 'member'
  const { send: update } = useSend(chatOperations.update, { done: '已保存' })
  const change = (next: Partial<Pick<Parameters<typeof update>[0], 'name' | 'avatar' | 'notice' | 'settings'>>) =>
    update({ chatId, version, ...next }).then(
      () => true,
      () => false,
    )
  const followsDirectory = kind === 'department'
  return (
    <>
      {isDissolved && <Notice text={t('群聊已解散，聊天记录仍可查看')} />}
      {!isMember && !isDissolved && <Notice text={t('您已不在这个会话中')} />}
      {followsDirectory && (
        <Notice
          text={
            info.subject?.noun === 'organisation'
              ? t('这是全员群：成员随通讯录变动，不能退出。')
              : t('这是部门群：成员随部门人员变动，不能退出。也可以另外添加同事。')
          }
        />
      )}
      {keeps && (
        <div className="mb-4 flex justify-center">
          <AvatarUpload name={info.name} value={info.avatar ?? ''} onChange={(avatar: string) => change({ avatar: avatar || null })} />
        </div>
      )}
      <Section>
        <Worded
          title={t('群名称')}
          value={info.name}
          max={chatLimits.nameSigns}
          {...(keeps && { onSave: (name: string) => change({ name }) })}
        />
        <Worded
          title={t('群公告')}
          value={info.notice}
          max={chatLimits.noticeSigns}
          lines={6}
          {...(keeps && { onSave: (notice: string) => change({ notice }) })}
        />
      </Section>
      <GroupMembers info={info} />
      <Mine info={info} />
      {keeps && <GroupRules settings={settings} onChange={(settings) => change({ settings })} />}
      {isMember && !isDissolved && <Leaving info={info} />}
    </>
  )
}

type GroupRulesProps = { settings: ChatInfo['settings']; onChange: (settings: ChatInfo['settings']) => Promise<unknown> }

/** What members of a group may do, as its administrators settle it. */
const GroupRules = ({ settings, onChange }: GroupRulesProps) => (
  <Section title={t('群管理')}>
    <Switch
      label={t('新成员可看以前的消息')}
      value={settings.newcomersSeeEarlier}
      onChange={(newcomersSeeEarlier) => void onChange({ ...settings, newcomersSeeEarlier })}
    />
    <Switch
      label={t('所有人都可添加成员')}
      value={settings.everybodyAdds}
      onChange={(everybodyAdds) => void onChange({ ...settings, everybodyAdds })}
    />
    <Switch
      label={t('所有人都可提及所有人')}
      value={settings.everybodyNamesAll}
      onChange={(everybodyNamesAll) => void onChange({ ...settings, everybodyNamesAll })}
    />
    <Switch
      label={t('退出的人可看退出前的消息')}
      value={settings.leaversKeep}
      onChange={(leaversKeep) => void onChange({ ...settings, leaversKeep })}
    />
    <Cell
      title={t('可撤回的时间')}
      value={minutesWords(settings.recallMinutes)}
      onPress={async () => {
        const choice = await choose(
          t('可撤回的时间'),
          recallChoices.map((minutes) => ({
            value: String(minutes),
            label: minutesWords(minutes),
            chosen: minutes === settings.recallMinutes,
          })),
        )
        if (choice !== undefined) await onChange({ ...settings, recallMinutes: Number(choice) })
      }}
    />
  </Section>
)

const recallChoices = [2, 10, 60, 24 * 60]
const minutesWords = (minutes: number): string =>
  minutes >= 60 ? t('{count}小时内', { count: minutes / 60 }) : t('{count}分钟内', { count: minutes })

/** What the reader settles for himself. */
const Mine = ({ info }: { info: ChatInfo }) => {
  const { chatId, mute, pinnedAt, nickname, kind, isMember } = info
  const { send } = useSend(chatOperations.mine)
  const { username } = useSession()
  const change = (mine: { mute?: boolean; pinned?: boolean; nickname?: string }) =>
    send({ chatId, ...mine }).then(
      (head) => {
        takeHead(head)
        return true
      },
      () => false,
    )
  if (!isMember) return null
  return (
    <Section title={t('仅对我生效')}>
      <Switch
        label={t('消息免打扰')}
        text={t('有新消息时不提示，也不计入角标')}
        value={mute}
        onChange={(next) => void change({ mute: next })}
      />
      <Switch label={t('置顶')} value={pinnedAt !== null} onChange={(isPinned) => void change({ pinned: isPinned })} />
      {kind !== 'pair' && (
        <Worded
          title={t('我在本群的昵称')}
          value={nickname ?? ''}
          placeholder={username}
          max={chatLimits.nicknameSigns}
          mayBeEmpty
          onSave={(next) => change({ nickname: next })}
        />
      )}
    </Section>
  )
}

type WordedProps = {
  title: string
  value: string
  max: number
  lines?: number
  placeholder?: string
  mayBeEmpty?: boolean
  onSave?: (next: string) => Promise<boolean>
}

/** A text that is read here and changed in a sheet by the person who may. */
const Worded = ({ title, value, max, lines, placeholder, mayBeEmpty = lines !== undefined, onSave }: WordedProps) => {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState(value)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    const isDone = await onSave?.(text.trim())
    setSaving(false)
    if (isDone) setOpen(false)
  }
  const Field = lines ? TextArea : TextField
  return (
    <>
      <Cell
        title={title}
        {...(lines
          ? { text: <span className="line-clamp-4 whitespace-pre-line break-words">{value || t('未设置')}</span> }
          : { value: value || placeholder || t('未设置') })}
        {...(onSave && {
          onPress: () => {
            setText(value)
            setOpen(true)
          },
        })}
      />
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={title}
        footer={
          <Button
            wide
            size="large"
            busy={isSaving}
            disabled={text.trim() === value || (!mayBeEmpty && text.trim() === '')}
            onClick={() => void save()}
          >
            {t('保存')}
          </Button>
        }
      >
        <Section>
          <Field label={title} value={text} onChange={setText} max={max} {...(placeholder && { placeholder })} />
        </Section>
      </Sheet>
    </>
  )
}

/** Going out of a group, handing it on and ending it. */
const Leaving = ({ info }: { info: ChatInfo }) => {
  const { chatId, role, kind } = info
  const { send: leave } = useSend(chatOperations.leave, { done: '已退出' })
  const { send: dissolve } = useSend(chatOperations.dissolve, { done: '已解散' })
  const leaveChat = () => openTab('/pages/message/msglist')
  const leaveNow = async () => {
    const text = role === 'owner' ? t('您是群主，退出后群主会转给管理员，或最早加入的人。') : t('退出后不再收到这个群的消息。')
    if (!(await confirm({ title: t('退出群聊？'), text, yes: t('退出'), danger: true }))) return
    await leave({ chatId }).then(leaveChat, () => undefined)
  }
  const dissolveNow = async () => {
    if (!(await confirm({ title: t('解散群聊？'), text: t('所有人都不能再发消息，聊天记录仍可查看。'), yes: t('解散'), danger: true })))
      return
    await dissolve({ chatId }).then(leaveChat, () => undefined)
  }
  if (kind === 'department' && role !== 'owner') return null
  return (
    <Section>
      {kind !== 'department' && <Cell icon={LogOut} tint="var(--bad)" danger title={t('退出群聊')} onPress={() => void leaveNow()} />}
      {role === 'owner' && <Cell icon={Trash2} tint="var(--bad)" danger title={t('解散群聊')} onPress={() => void dissolveNow()} />}
    </Section>
  )
}
