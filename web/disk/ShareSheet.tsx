import { Building2, Copy, Link2, MessageCircle, UserRound, X } from 'lucide-react'
import { useState } from 'react'
import { chatOperations } from '../../domain/chat/operations.ts'
import {
  type DiskNode,
  type DiskRight,
  diskRights,
  type DiskShare,
  diskShareDelete,
  diskShareList,
  diskShareSave,
  diskSpaceList,
  type ShareTarget,
} from '../../domain/disk/operations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { host } from '../../hosts/here.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { call } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { choose, confirm } from '../look/overlays/confirm.ts'
import { DateField, inDays } from '../look/fields/DateField.tsx'
import { WriteIconButton } from '../look/WriteIconButton.tsx'
import { Problem } from '../look/Problem.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { toast } from '../look/overlays/toast.ts'
import { copyText } from '../shell/copyText.ts'
import { ReferencePicker } from '../forms/ReferencePicker.tsx'
import { useSend } from '../send.ts'
import { shortDay } from '../shell/dateWords.ts'
import { t } from '../words.ts'
import { useBusy } from '../writing.ts'
import { assertDefined } from '../../kernel/assert.ts'

const icons = { person: UserRound, department: Building2, chat: MessageCircle, link: Link2 }

/** Who a file or folder is shared with, and sharing it with more: people, departments, conversations, or by a link. */
export const ShareSheet = ({ node, onClose }: { node: DiskNode; onClose: () => void }) => {
  const shares = useAsk(diskShareList, { id: node.id })
  const spaces = useAsk(diskSpaceList, {})
  const { send } = useSend(diskShareSave)
  const [newTarget, setNewTarget] = useState<ShareTarget>()
  const linksAllowed = spaces.data?.linksAllowed
  const share = async (to: ShareTarget, toIds: readonly Id[], right?: DiskRight) => {
    if (toIds.length === 0) return
    const which =
      right ??
      (await choose(t('对方可以做什么？'), [
        { value: 'read', label: t(diskRights.read), text: t('查看和下载') },
        {
          value: 'write',
          label: t(diskRights.write),
          text: node.kind === 'folder' ? t('还可以上传、改名、删除') : t('还可以上传新版本、改名、删除'),
        },
      ]))
    if (!which) return
    await send({ nodeId: node.id, to, toIds: [...toIds], right: which }).then(
      () => toast(t('已共享，对方会收到通知'), 'success'),
      () => undefined,
    )
  }
  return (
    <Sheet open onClose={onClose} title={t('共享“{name}”', { name: node.name })} tall>
      <Section title={t('共享给')} {...(linksAllowed === false && { note: t('组织没有开启链接共享，请联系网盘管理员。') })}>
        <Cell icon={UserRound} title={t('同事')} onPress={() => setNewTarget('person')} />
        <Cell icon={Building2} tint="#12a594" title={t('部门')} onPress={() => setNewTarget('department')} />
        <Cell icon={MessageCircle} tint="#8e4ec6" title={t('会话')} onPress={() => setNewTarget('chat')} />
        {linksAllowed && (
          <Cell icon={Link2} tint="#e5702a" title={t('生成链接')} text={t('没有账号的人也能打开')} onPress={() => setNewTarget('link')} />
        )}
      </Section>
      {shares.error && <Problem error={shares.error} onRetry={shares.refetch} />}
      {!shares.error && !shares.data && <Skeleton rows={3} />}
      {!shares.error && shares.data && (
        <ShareSections
          list={shares.data.list}
          fromAbove={shares.data.inherited}
          onRight={({ to, toId }, right) => void share(to, [assertDefined(toId, 'whom it is shared with')], right)}
        />
      )}
      {(newTarget === 'person' || newTarget === 'department') && (
        <ReferencePicker
          open
          onClose={() => setNewTarget(undefined)}
          noun={newTarget}
          many
          max={100}
          title={newTarget === 'person' ? t('共享给同事') : t('共享给部门')}
          chosen={[]}
          onChoose={(ids) => void share(newTarget, ids)}
        />
      )}
      {newTarget === 'chat' && <ChatSheet onChoose={(id) => void share('chat', [id])} onClose={() => setNewTarget(undefined)} />}
      {newTarget === 'link' && <LinkSheet node={node} onClose={() => setNewTarget(undefined)} />}
    </Sheet>
  )
}

type ShareSectionsProps = {
  list: readonly DiskShare[]
  fromAbove: OutputOf<typeof diskShareList>['inherited']
  onRight: (share: DiskShare, right: DiskRight) => void
}

/** Who has it, by itself and by a folder above it. */
const ShareSections = ({ list, fromAbove, onRight }: ShareSectionsProps) => (
  <>
    {list.length > 0 && (
      <Section title={t('已共享')}>
        {list.map((row) => (
          <ShareRow key={row.id} share={row} onRight={(right) => onRight(row, right)} />
        ))}
      </Section>
    )}
    {fromAbove.length > 0 && (
      <Section title={t('随上级文件夹共享')}>
        {fromAbove.map((share) => (
          <Cell
            key={share.id}
            icon={icons[share.to]}
            title={share.toName ?? t(share.to === 'link' ? '链接' : '会话')}
            text={t('来自“{name}”', { name: share.nodeName })}
            value={t(diskRights[share.right])}
          />
        ))}
      </Section>
    )}
    {list.length + fromAbove.length === 0 && <p className="px-1 py-4 text-center text-body text-quiet">{t('还没有共享给任何人')}</p>}
  </>
)

const ShareRow = ({ share, onRight }: { share: DiskShare; onRight: (right: DiskRight) => void }) => {
  const { id, to, toName, right, hasCode, until, opened, openedAtMost } = share
  const { send, sending } = useSend(diskShareDelete, { done: '已取消共享' })
  const name = toName ?? t(to === 'link' ? '链接' : '会话')
  const conditions =
    to === 'link'
      ? [
          hasCode ? t('有提取码') : t('无提取码'),
          until ? t('{day}前有效', { day: shortDay(until.slice(0, 10)) }) : t('长期有效'),
          openedAtMost === null
            ? t('已打开{count}次', { count: opened })
            : t('已打开{count}次，最多{max}次', { count: opened, max: openedAtMost }),
        ].join(' · ')
      : t(diskRights[right])
  const stop = async () => {
    const words = {
      title: t('取消给“{name}”的共享？', { name }),
      text: t('对方会立刻打不开。'),
      yes: t('取消共享'),
      no: t('保留'),
      danger: true,
    }
    if (await confirm(words)) await send({ id }).catch(() => undefined)
  }
  return (
    <Cell
      icon={icons[to]}
      title={name}
      text={conditions}
      value={
        <span className="flex items-center">
          {to !== 'link' && (
            <Button kind="plain" size="small" onClick={() => onRight(right === 'read' ? 'write' : 'read')}>
              {right === 'read' ? t('改为可编辑') : t('改为可查看')}
            </Button>
          )}
          <WriteIconButton
            icon={X}
            iconSize={20}
            label={t('取消给{name}的共享', { name })}
            busy={sending}
            onClick={() => void stop()}
            className="-mr-2 text-faint"
          />
        </span>
      }
    />
  )
}

const ChatSheet = ({ onChoose, onClose }: { onChoose: (id: Id) => void; onClose: () => void }) => {
  const { data, error, refetch } = useAsk(chatOperations.list, {})
  const chats = data?.list.filter(({ isMember, isDissolved }) => isMember && !isDissolved)
  return (
    <Sheet open onClose={onClose} title={t('共享到会话')} tall>
      {error && <Problem error={error} onRetry={refetch} />}
      {!error && !chats && <Skeleton rows={5} />}
      {!error && chats && chats.length === 0 && <p className="px-1 py-8 text-center text-body text-quiet">{t('还没有会话')}</p>}
      {!error && chats && chats.length > 0 && (
        <Card flush className="shrink-0">
          {chats.map(({ chatId: id, name }) => (
            <Cell
              key={id}
              icon={MessageCircle}
              title={name}
              onPress={() => {
                onClose()
                onChoose(id)
              }}
            />
          ))}
        </Card>
      )}
    </Sheet>
  )
}

/** Four signs that no one confuses when they are read aloud. */
const freshCode = (): string => {
  const signs = 'abcdefghjkmnpqrstuvwxyz23456789'
  return [...globalThis.crypto.getRandomValues(new Uint8Array(4))].map((byte) => signs[byte % signs.length]).join('')
}

const LinkSheet = ({ node, onClose }: { node: DiskNode; onClose: () => void }) => {
  const [until, setUntil] = useState<string>(inDays(7))
  const [hasCode, setCoded] = useState(true)
  const [code, setCode] = useState(freshCode)
  const [linkAddress, setLinkAddress] = useState<string>()
  const [busy, setBusy] = useBusy()
  const make = async () => {
    setBusy(true)
    try {
      const answer = await call(
        diskShareSave,
        { nodeId: node.id, to: 'link', code: hasCode ? code : null, until: until || null },
        { fresh: true },
      ).catch(() => undefined)
      if (answer?.token) setLinkAddress(`${host.address}/#/pages/netdisk/link?token=${answer.token}`)
    } finally {
      setBusy(false)
    }
  }
  const words = linkAddress && (hasCode ? `${node.name}\n${linkAddress}\n${t('提取码')} ${code}` : `${node.name}\n${linkAddress}`)
  return (
    <Sheet
      open
      onClose={onClose}
      title={linkAddress ? t('链接已生成') : t('生成链接')}
      footer={
        words ? (
          <Button size="large" wide icon={Copy} onClick={() => void copyText(words)}>
            {hasCode ? t('复制链接和提取码') : t('复制链接')}
          </Button>
        ) : (
          <Button size="large" wide busy={busy} onClick={() => void make()}>
            {t('生成链接')}
          </Button>
        )
      }
    >
      {words ? (
        <>
          <Card>
            <p className="select-text whitespace-pre-wrap break-all text-body">{words}</p>
          </Card>
          <p className="px-1 pt-2 text-small text-warn">{t('链接只显示这一次，请现在复制。')}</p>
        </>
      ) : (
        <>
          <Card flush>
            <DateField label={t('有效期至')} value={until} onChange={setUntil} min={inDays(0)} hint={t('不填则长期有效')} />
            <Switch label={t('需要提取码')} text={t('打开时先输入，防止链接外传')} value={hasCode} onChange={setCoded} />
            {hasCode && (
              <TextField
                label={t('提取码')}
                value={code}
                onChange={setCode}
                maxLength={12}
                hint={t('4至12位字母或数字')}
                autoComplete="off"
              />
            )}
          </Card>
          <p className="px-1 pt-2 text-small text-faint">{t('拿到链接的人不用登录就能查看和下载。')}</p>
        </>
      )}
    </Sheet>
  )
}
