import { useEffect, useState } from 'react'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { Empty } from '../look/Empty.tsx'
import { Page } from '../look/Page.tsx'
import { Tag } from '../look/Tag.tsx'
import { toast } from '../look/overlays/toast.ts'
import { type Action, isWaiting, type KeptForm } from './action.ts'
import { isPicture } from '../forms/StoredFiles.tsx'
import { Gallery } from '../forms/Gallery.tsx'
import { referencesIn } from './files/reference.ts'
import { useDeviceFiles } from './files/useDeviceFiles.ts'
import { giveUp, sendAgain, startSending, useOutbox } from './outbox.ts'
import { shelfOf } from '../documents/filling/shelf.ts'
import { when } from '../shell/when.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'

/** What was done on this device and has not been taken by the server: what was refused first, then what waits in the order in which it goes. */
export default function Outbox() {
  const { actions, ofOthers } = useOutbox()
  const waitingActions = actions.filter(isWaiting)
  const refusedActions = actions.filter((action) => !isWaiting(action))
  const names = [...new Set(ofOthers.map(({ author }) => author.userName))].join(t('、'))
  const [busy, setBusy] = useState(false)
  useEffect(() => void startSending(), [])
  const sendAll = async () => {
    setBusy(true)
    await sendAgain()
    setBusy(false)
  }
  return (
    <Page width="page">
      {actions.length === 0 && <Empty title={t('没有待发送的内容')} text={t('没有网络时做的操作会存在这里，联网后自动提交。')} />}
      {refusedActions.length > 0 && (
        <section className="mb-5">
          <h2 className="px-1 pb-2 text-small font-medium text-quiet">{t('没有办成，请处理')}</h2>
          {refusedActions.map((action) => (
            <ActionCard key={action.command} action={action} place={undefined} />
          ))}
        </section>
      )}
      {waitingActions.length > 0 && (
        <section className="mb-5">
          <div className="flex min-h-9 items-center justify-between gap-3 px-1 pb-2">
            <h2 className="text-small font-medium text-quiet">{t('联网后按顺序自动提交')}</h2>
            <Button kind="plain" size="small" busy={busy} onClick={() => void sendAll()}>
              {t('现在发送')}
            </Button>
          </div>
          {waitingActions.map((action, index) => (
            <ActionCard key={action.command} action={action} place={index + 1} />
          ))}
        </section>
      )}
      {ofOthers.length > 0 && (
        <p className="px-1 text-small text-faint">
          {t('这台设备上还有 {count} 件属于{names}，等本人登录后提交。', { count: ofOthers.length, names })}
        </p>
      )}
    </Page>
  )
}

const ActionCard = ({ action, place }: { action: Action; place: number | undefined }) => {
  const { title, about, atMs, state, refusal, form, input } = action
  const drop = async () => {
    const text =
      state === 'sent'
        ? t('它可能已经送到服务器，放弃后这台设备不再提交，也不再告诉您结果。')
        : t('填写的内容将从这台设备上删除，不会提交。')
    if (!(await confirm({ title: t('放弃这一件?'), text, yes: t('放弃'), danger: true }))) return
    if (!(await giveUp(action))) toast(t('它刚刚已经提交'))
  }
  const change = ({ href, kept }: KeptForm) => {
    const shelf = shelfOf<unknown>(href)
    shelf.keep(kept)
    shelf.flush()
    goHref(href)
  }
  return (
    <Card className="mb-3">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 text-body font-medium">{t(title)}</p>
        {state === 'refused' && <Tag tone="bad">{t('没有办成')}</Tag>}
        {state === 'sent' && <Tag tone="accent">{t('等待答复')}</Tag>}
        {state !== 'refused' && state !== 'sent' && <Tag>{t('第 {place} 件', { place: place ?? 1 })}</Tag>}
      </div>
      {about && <p className="mt-0.5 text-body text-quiet">{about}</p>}
      <p className="mt-0.5 text-small text-faint">{when(new Date(atMs).toISOString())}</p>
      <WaitingFiles references={referencesIn(input)} />
      {refusal && (
        <p role="alert" className="mt-2 rounded-control bg-bad-soft px-3 py-2 text-small text-bad">
          {refusal}
        </p>
      )}
      {state === 'sent' && <p className="mt-2 text-small text-quiet">{t('已经发出，还没有收到答复；会再次发送，只算一次。')}</p>}
      <div className="mt-2 flex flex-wrap justify-end gap-1">
        <Button kind="plain" size="small" onClick={() => void drop()}>
          {t('放弃')}
        </Button>
        {state === 'refused' && (
          <Button kind={form ? 'plain' : 'secondary'} size="small" onClick={() => void sendAgain(action)}>
            {t('再发一次')}
          </Button>
        )}
        {state === 'refused' && form && (
          <Button kind="secondary" size="small" onClick={() => change(form)}>
            {t('修改')}
          </Button>
        )}
      </div>
    </Card>
  )
}

/** The files of this device that go before an action. */
const WaitingFiles = ({ references }: { references: readonly string[] }) => {
  const describeFile = useDeviceFiles(references)
  const pictures = references.filter(isPicture).map((reference) => describeFile(reference).address)
  if (references.length === 0) return null
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      {pictures.map((_, index) => (
        <Gallery key={index} paths={pictures} index={index} className="size-14" />
      ))}
      <span className="text-small text-quiet">{t('{count}个照片或附件先于它上传', { count: references.length })}</span>
    </div>
  )
}
