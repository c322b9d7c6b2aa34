import { Download, FileUp, RefreshCw } from 'lucide-react'
import { type ChangeEvent, useId, useState } from 'react'
import { dispositions } from '../../domain/counting/event.ts'
import { host } from '../../hosts/here.ts'
import type { Count, OpenCount } from './device/count.ts'
import { journal } from './device/device.ts'
import { exportJournal, importJournal, parsedFile } from './device/rescue.ts'
import { server } from './device/server.ts'
import { sha256 } from './device/sha256.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell, Value } from '../look/Cell.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'
import { fullTime } from '../shell/dateWords.ts'
import { when } from '../shell/when.ts'
import { uploadWords } from './CountHead.tsx'

/** What has left this device and what has not, and the ways out where the network or the device will not do. */
export const UploadsSheet = ({
  open,
  onClose,
  count,
  counting,
}: {
  open: boolean
  onClose: () => void
  count: Count
  counting: OpenCount
}) => (
  <Sheet open={open} onClose={onClose} title={t('上传情况')}>
    {open && <Uploads count={count} counting={counting} />}
  </Sheet>
)

const Uploads = ({ count: { joined, waiting, problem, index }, counting }: { count: Count; counting: OpenCount }) => {
  const [busy, setBusy] = useState(false)
  const waits = waiting.events + waiting.pictures > 0
  const uncountedGroups = [...Map.groupBy(joined.uncounted ?? [], ([, why]) => why)].map(([why, all]) => [why, all.length] as const)
  const save = async () => {
    const file = await exportJournal(await journal(), joined)
    host.save(
      new Blob([JSON.stringify(file)], { type: 'application/json' }),
      `${joined.code}-${fullTime(new Date().toISOString()).replace(/\D+/g, '')}.json`,
    )
  }
  const bringFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? []
    event.target.value = ''
    const file = chosen && parsedFile(await chosen.text())
    if (!file) {
      if (chosen) toast(t('这不是盘点记录文件，或文件不完整'), 'error')
      return
    }
    setBusy(true)
    const answer = await importJournal(file, { server, digest: sha256, nowMs: Date.now })
    setBusy(false)
    if (answer.t === 'taken') toast(t('{name}的{count}条记录都在服务器上了', { name: file.name, count: answer.events }), 'success')
    else toast(answer.words, 'error')
  }
  return (
    <>
      <Section {...(problem !== undefined && waits && { note: problem })}>
        <Value label={t('状态')}>{uploadWords(waiting)}</Value>
        <Value label={t('本机记录')}>{t('{count}条', { count: joined.seq - joined.base })}</Value>
        {uncountedGroups.map(([why, count]) => (
          <Value key={why} label={t('未计入')}>
            {t('{count}条：{why}', { count, why: t(dispositions[why]) })}
          </Value>
        ))}
        <Value label={t('上次联网')}>{when(new Date(joined.heardAtMs).toISOString())}</Value>
        <Value label={t('数据包')}>
          {t('{count}项，{when}更新', { count: index.rows, when: when(new Date(index.head.fetchedAtMs).toISOString()) })}
        </Value>
      </Section>
      {waits && (
        <Button size="large" wide className="mb-4" onClick={() => void counting.sendNow()}>
          {t('立即上传')}
        </Button>
      )}
      <Section
        note={t('记录先保存在这台设备上，有网络时自动上传，不会丢失也不会重复。文件可以在任何一台登录的设备上导入，照片不在文件里。')}
      >
        <Cell
          icon={RefreshCw}
          title={t('更新数据包')}
          onPress={() => void counting.refresh().then(() => toast(t('已是最新'), 'success'))}
        />
        <Cell icon={Download} tint="#7a5af8" title={t('导出记录文件')} onPress={() => void save()} />
        <ImportCell isBusy={busy} onFile={(event) => void bringFile(event)} />
      </Section>
    </>
  )
}

type ImportCellProps = { isBusy: boolean; onFile: (event: ChangeEvent<HTMLInputElement>) => void }

const ImportCell = ({ isBusy, onFile }: ImportCellProps) => {
  const id = useId()
  return (
    <label htmlFor={id} className="block cursor-pointer focus-within:outline-2 focus-within:outline-accent" aria-busy={isBusy || undefined}>
      <Cell icon={FileUp} tint="#00a86b" title={isBusy ? t('正在导入') : t('导入记录文件')} />
      <input id={id} type="file" accept="application/json,.json" disabled={isBusy} onChange={onFile} className="sr-only" />
    </label>
  )
}
