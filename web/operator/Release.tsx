import { useState } from 'react'
import { operatorReleaseChange, type ReleaseRow } from '../../domain/releases/operations.ts'
import { inUnits } from '../../kernel/bytes.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell, Value } from '../look/Cell.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { Switch } from '../look/fields/Switch.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { toast } from '../look/overlays/toast.ts'
import { DoorWords } from '../entrance/DoorPage.tsx'
import { fullTime } from '../shell/dateWords.ts'
import { t } from '../words.ts'
import { shares } from './shares.ts'
import { useAct } from './useAct.ts'

/** One version: to how many devices it is offered, whether they must have it, and its end. */
export const Release = ({ row }: { row: ReleaseRow }) => {
  const { act, busy, problem } = useAct()
  const [remarkZh, setRemarkZh] = useState(row.remarkZh)
  const [remarkEn, setRemarkEn] = useState(row.remarkEn)
  const { id, version, isForced, sharePercent, withdrawnAt } = row

  const change = async (what: object) => {
    if (await act(operatorReleaseChange, { id, ...what })) toast(t('已保存'), 'success')
  }
  const force = async (isWanted: boolean) => {
    const text = t('低于它的版本打开应用后，必须更新才能继续使用。')
    if (isWanted && !(await confirm({ title: t('强制更新到 {version}?', { version }), text, yes: t('强制更新') }))) return
    await change({ isForced: isWanted })
  }
  const withdraw = async () => {
    const text = t('不再提供给任何设备；已经安装的不受影响。')
    if (!(await confirm({ title: t('撤回 {version}?', { version }), text, yes: t('撤回') }))) return
    await change({ isWithdrawn: true })
  }

  return (
    <>
      <ReleaseFacts row={row} />
      <DoorWords problem={problem} />
      {withdrawnAt === null && (
        <Section title={t('提供给')}>
          <Choice
            label={t('多少设备')}
            value={String(sharePercent)}
            options={shares(sharePercent)}
            onChange={(value) => value && void change({ sharePercent: Number(value) })}
          />
          <Switch label={t('强制更新')} text={t('不更新不能继续使用')} value={isForced} onChange={(value) => void force(value)} />
        </Section>
      )}
      <Section title={t('更新说明')}>
        <TextArea label={t('中文')} value={remarkZh} onChange={setRemarkZh} max={1000} />
        <TextArea label={t('英文')} value={remarkEn} onChange={setRemarkEn} max={1000} />
      </Section>
      {(remarkZh !== row.remarkZh || remarkEn !== row.remarkEn) && (
        <Button size="large" wide busy={busy} onClick={() => void change({ remarkZh, remarkEn })}>
          {t('保存')}
        </Button>
      )}
      <Section>
        {withdrawnAt === null ? (
          <Cell title={t('撤回这个版本')} danger onPress={() => void withdraw()} />
        ) : (
          <Cell
            title={t('重新提供')}
            text={t('{time}撤回', { time: fullTime(withdrawnAt) })}
            onPress={() => void change({ isWithdrawn: false })}
          />
        )}
      </Section>
    </>
  )
}

/** What a version is and who published it. */
const ReleaseFacts = ({ row }: { row: ReleaseRow }) => {
  const { downUrl, sha256, sizeBytes, fromVersion, toVersion } = row
  const range = [fromVersion && t('{version} 起', { version: fromVersion }), toVersion && t('{version} 止', { version: toVersion })]
  return (
    <Section>
      <Value label={t('内部版本号')}>{row.code}</Value>
      {(fromVersion ?? toVersion) && <Value label={t('适用于')}>{range.filter(Boolean).join(' · ')}</Value>}
      {downUrl && (
        <Value label={t('下载地址')}>
          <span className="select-all break-all">{downUrl}</span>
        </Value>
      )}
      {sizeBytes !== null && <Value label={t('大小')}>{inUnits(sizeBytes)}</Value>}
      {sha256 && (
        <Value label="SHA-256">
          <span className="select-all break-all text-small">{sha256}</span>
        </Value>
      )}
      <Value label={t('发布')}>
        {row.byName} {fullTime(row.createdAt)}
      </Value>
      {row.changedAt && (
        <Value label={t('最后调整')}>
          {row.changedBy} {fullTime(row.changedAt)}
        </Value>
      )}
    </Section>
  )
}
