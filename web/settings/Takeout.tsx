import { Archive, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { takeoutAddress, takeoutBegin, takeoutDelete, takeoutList, type TakeoutRow } from '../../domain/takeout/operations.ts'
import { inUnits } from '../../kernel/bytes.ts'
import { useAsk } from '../ask.ts'
import { useSend } from '../send.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { confirmDelete } from '../look/overlays/confirm.ts'
import { Empty } from '../look/Empty.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Tag, type Tone } from '../look/Tag.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { useMay } from '../shell/May.tsx'
import { DownloadLink } from '../forms/DownloadLink.tsx'
import { fullTime } from '../shell/dateWords.ts'
import { when } from '../shell/when.ts'
import { useScreen } from '../screen.ts'
import { t } from '../words.ts'

/** The whole organisation as one file: asked for, made while one does something else, fetched within a day. */
export default function Takeout() {
  const { shown } = useScreen()
  const may = useMay(['sysoperation:takeout'])
  const { data, error, refetch } = useAsk(takeoutList, {})
  const [isAsking, setAsking] = useState(false)
  const underWay = data?.list.some(({ state }) => state === 'waiting' || state === 'running') ?? false
  useEffect(() => {
    if (!underWay || !shown) return
    const timer = setInterval(() => void refetch(), 2000)
    return () => clearInterval(timer)
  }, [underWay, shown, refetch])
  if (!data) return <Pending error={error} onRetry={refetch} />
  return (
    <Page width="page" onRefresh={refetch}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-2 wide:grid-cols-[27rem_minmax(0,1fr)] wide:items-start wide:gap-6">
        <Card>
          <h2 className="text-title font-semibold">{t('导出全部数据')}</h2>
          <p className="mt-1.5 text-body text-quiet">{t('把组织的数据装进一个压缩文件，可保存备查，也可由运维人员导入另一套在册。')}</p>
          <ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 text-small text-quiet">
            <li>{t('包含档案、单据、台账、库存、审批记录、通知、新闻，以及图片和附件')}</li>
            <li>{t('不包含登录密码、外部服务的密钥、会话内容和个人网盘')}</li>
            <li>{t('文件保留一天，计入组织的文件空间；所有管理员都会收到通知')}</li>
          </ul>
          {may && (
            <Button size="large" wide icon={Archive} className="mt-5" disabled={underWay} onClick={() => setAsking(true)}>
              {underWay ? t('正在导出') : t('开始导出')}
            </Button>
          )}
        </Card>
        {data.list.length === 0 ? (
          <Empty icon={Archive} title={t('还没有导出过')} text={t('导出的文件会出现在这里。')} />
        ) : (
          <ul className="flex min-w-0 flex-col gap-3">
            {data.list.map((row) => (
              <li key={row.id}>
                <TakeoutCard row={row} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <Sheet open={isAsking} onClose={() => setAsking(false)} title={t('确认是您本人')}>
        {isAsking && <Proof onDone={() => setAsking(false)} />}
      </Sheet>
    </Page>
  )
}

/** The own password once more: everything leaves the house at once. */
const Proof = ({ onDone }: { onDone: () => void }) => {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const { send, sending } = useSend(takeoutBegin, { done: '已开始导出', quiet: true })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return setProblem(t('请输入密码'))
    try {
      await send({ password })
      onDone()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Card flush>
        <TextField
          label={t('登录密码')}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(value) => {
            setPassword(value)
            setProblem(undefined)
          }}
          error={problem}
          required
          autoFocus
        />
      </Card>
      <Button type="submit" size="large" wide busy={sending} className="mt-4">
        {t('开始导出')}
      </Button>
    </form>
  )
}

const states: Readonly<Record<TakeoutRow['state'], { readonly title: string; readonly tone: Tone }>> = {
  waiting: { title: '等待中', tone: 'accent' },
  running: { title: '导出中', tone: 'accent' },
  done: { title: '可下载', tone: 'good' },
  failed: { title: '未成功', tone: 'bad' },
  gone: { title: '已删除', tone: 'plain' },
}

const TakeoutCard = ({ row }: { row: TakeoutRow }) => {
  const { id, state, progress, sizeBytes, userName, createdAt, goneAt, failure } = row
  const { send } = useSend(takeoutDelete, { done: '已删除' })
  const underWay = state === 'waiting' || state === 'running'
  const drop = async () => {
    if (!(await confirmDelete(t('确定删除这个文件吗?')))) return
    await send({ id }).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
    })
  }
  return (
    <Card>
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-body font-medium">{t('{name}的导出', { name: userName })}</span>
        <Tag tone={states[state].tone}>{t(states[state].title)}</Tag>
      </div>
      <p className="mt-1 text-small text-quiet">
        {when(createdAt)}
        {state === 'done' && ` · ${inUnits(sizeBytes)}`}
        {state === 'done' && goneAt && ` · ${t('保留至{when}', { when: fullTime(goneAt) })}`}
      </p>
      {failure && <p className="mt-2 text-small text-bad">{failure}</p>}
      {underWay && (
        <div className="mt-3 flex items-center gap-3">
          <div
            role="progressbar"
            aria-label={t('导出进度')}
            aria-valuenow={progress}
            aria-valuemin={0}
            aria-valuemax={100}
            className="h-1.5 flex-1 overflow-hidden rounded-full bg-sunken"
          >
            <div className="h-full rounded-full bg-accent transition-[width] duration-500" style={{ width: `${Math.max(3, progress)}%` }} />
          </div>
          <span className="w-10 text-right text-small tabular-nums text-quiet">{progress}%</span>
        </div>
      )}
      {underWay && <p className="mt-2 text-small text-faint">{t('可以离开这个页面，完成后会收到消息。')}</p>}
      {state === 'done' && (
        <div className="mt-3 flex items-center gap-2">
          <DownloadLink href={takeoutAddress(id)} />
          <IconButton icon={Trash2} label={t('删除')} onClick={() => void drop()} />
        </div>
      )}
    </Card>
  )
}
