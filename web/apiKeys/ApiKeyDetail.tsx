import { useState } from 'react'
import { codeTitles } from '../../domain/access/matrix.ts'
import { type ApiKey, keyActions, keyEvents, keyInfo, keyRenew, keyRevoke, keyTakeOver } from '../../domain/access/keyOperations.ts'
import type { FunctionCode } from '../../domain/rules/functionCode.ts'
import { newId } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell, Value } from '../look/Cell.tsx'
import { choose, confirm } from '../look/overlays/confirm.ts'
import { toast } from '../look/overlays/toast.ts'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { usePages } from '../pages.ts'
import { useSearch } from '../screen.ts'
import { useSend } from '../send.ts'
import { useSession } from '../session/session.ts'
import { fullTime } from '../shell/dateWords.ts'
import { useMay } from '../shell/May.tsx'
import { MoreRows } from '../table/MoreRows.tsx'
import { t } from '../words.ts'
import { KeyRename } from './KeyRename.tsx'
import { KeyTag } from './KeyTag.tsx'
import { dayOptions, networksText, secretLost } from './keyWords.ts'
import { KeySecret } from './KeySecret.tsx'

/** A key: what it may do, who answers for it, when it was used, and what became of it. */
export default function ApiKeyDetail() {
  const { id = '' } = useSearch('/pages/user/apikey')
  const { data, error, refetch } = useAsk(keyInfo, { id }, { staleMs: 0 })
  const [token, setToken] = useState<string>()
  if (!data) return <Pending error={error} onRetry={refetch} />
  if (token !== undefined)
    return (
      <Page width="form">
        <KeySecret token={token} onDone={() => setToken(undefined)} />
      </Page>
    )
  return (
    <Page width="form" title={data.name} onRefresh={refetch}>
      <Standing apiKey={data} />
      <Rights apiKey={data} />
      {data.state !== 'revoked' && <KeyActs apiKey={data} onSecret={setToken} />}
      <Events id={id} />
    </Page>
  )
}

const Standing = ({ apiKey }: { apiKey: ApiKey }) => {
  const { hint, ownerName, isService, createdAt, expiresAt, usedAt, usedFrom } = apiKey
  return (
    <Section>
      <Value label={t('密钥')}>
        <span className="font-mono">{hint}</span>
      </Value>
      <Value label={t('状态')}>
        <KeyTag apiKey={apiKey} />
      </Value>
      <Value label={t('办理业务的名义')}>{isService ? apiKey.name : ownerName}</Value>
      <Value label={t('密钥负责人')}>{ownerName}</Value>
      <Value label={t('创建时间')}>{fullTime(createdAt)}</Value>
      <Value label={t('过期时间')}>{fullTime(expiresAt)}</Value>
      <Value label={t('最近使用')}>{usedAt === null ? t('还没有使用过') : [fullTime(usedAt), usedFrom].filter(Boolean).join(' · ')}</Value>
    </Section>
  )
}

/** Nouns with what a key may do with each. */
const rightsByNoun = (codes: readonly string[]): [noun: string, verbs: string[]][] => [
  ...Map.groupBy(
    codes.map((code) => codeTitles(code as FunctionCode)),
    ([noun]) => noun,
  )
    .entries()
    .map(([noun, pairs]): [string, string[]] => [noun, pairs.map(([, verb]) => verb)]),
]

const Rights = ({ apiKey: { codes, isReadOnly, places, networks } }: { apiKey: ApiKey }) => (
  <Section title={t('权限')} note={t('密钥任何时候都不会超过负责人的权限和数据范围。')}>
    <Value label={t('只读')}>{t(isReadOnly ? '是' : '否')}</Value>
    <Value label={t('限定区域')}>{places === null ? t('负责人能看到的全部区域') : places.map(({ name }) => name).join(t('、'))}</Value>
    <Value label={t('允许的网络地址')}>
      <span className="whitespace-pre-line">{networks.length === 0 ? t('不限') : networksText(networks)}</span>
    </Value>
    {rightsByNoun(codes).map(([noun, verbs]) => (
      <Value key={noun} label={t(noun)}>
        {verbs.map((verb) => t(verb)).join(t('、'))}
      </Value>
    ))}
  </Section>
)

const KeyActs = ({ apiKey, onSecret }: { apiKey: ApiKey; onSecret: (token: string) => void }) => {
  const { id, name, isService, ownerUid } = apiKey
  const { uid } = useSession()
  const canManage = useMay(['apikey:manage'])
  const renewCall = useSend(keyRenew)
  const revokeCall = useSend(keyRevoke, { done: '已吊销' })
  const takeOverCall = useSend(keyTakeOver, { done: '已接管' })
  const isOwn = ownerUid === uid
  const renew = async () => {
    const days = await choose(t('新密钥的有效期'), dayOptions())
    if (days === undefined) return
    const { token } = await renewCall.send({ id, newId: newId(), days: Number(days) })
    if (token === null) return toast(secretLost(), 'error')
    onSecret(token)
  }
  const revoke = async () => {
    if (await confirm({ title: t('吊销“{name}”？', { name }), text: t('正在使用它的程序会立即停止工作，不能恢复。'), danger: true }))
      await revokeCall.send({ id })
  }
  return (
    <div className="flex flex-col gap-3 py-3">
      <KeyRename key={apiKey.version} apiKey={apiKey} />
      {isOwn && (
        <Button size="large" kind="secondary" wide busy={renewCall.sending} onClick={() => void renew()}>
          {t('换发密钥')}
        </Button>
      )}
      {isService && !isOwn && canManage && (
        <Button size="large" kind="secondary" wide busy={takeOverCall.sending} onClick={() => void takeOverCall.send({ id })}>
          {t('由我接管')}
        </Button>
      )}
      <Button size="large" kind="danger" wide busy={revokeCall.sending} onClick={() => void revoke()}>
        {t('吊销密钥')}
      </Button>
    </div>
  )
}

const Events = ({ id }: { id: string }) => {
  const pages = usePages(keyEvents, { id })
  return (
    <Section title={t('变更记录')} flush>
      {pages.rows.map(({ id: eventId, action, byName, at, from, before, after }) => (
        <Cell
          key={eventId}
          title={t(keyActions[action])}
          text={[byName, fullTime(at), from, [before, after].filter(Boolean).join(' → ')].filter(Boolean).join(' · ')}
        />
      ))}
      <MoreRows pages={pages} />
    </Section>
  )
}
