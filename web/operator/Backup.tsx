import { Copy } from 'lucide-react'
import type { BackupActAsked, BackupShown } from '../../domain/operator/upkeepOperations.ts'
import { inUnits } from '../../kernel/bytes.ts'
import { Section } from '../look/Card.tsx'
import { Cell, Value } from '../look/Cell.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { copyText } from '../shell/copyText.ts'
import { fullTime } from '../shell/dateWords.ts'
import { t } from '../words.ts'
import { Words } from './Concerns.tsx'

type Props = {
  readonly backup: BackupShown
  readonly isBusy: boolean
  /** What is under way now; empty where nothing is. */
  readonly runningText: string
  readonly onAct: (act: BackupActAsked) => void
}

/** One backup: what was found of it, what may be tried on it, and how it is brought back. */
export const Backup = ({ backup, isBusy, runningText, onAct }: Props) => {
  const { path, bytes, isEncrypted, kind, proof } = backup
  return (
    <>
      <Section>
        <Value label={t('大小')}>{inUnits(bytes)}</Value>
        <Value label={t('是否加密')}>{isEncrypted ? t('是') : t('否')}</Value>
        <Value label={t('位置')}>
          <span className="select-all break-all text-small">{path}</span>
        </Value>
        <Value label={t('最近一次检查')}>{proof ? fullTime(proof.at) : t('还没有')}</Value>
      </Section>
      {proof?.fault && <Words text={proof.fault} />}
      <Section {...(runningText && { note: runningText })}>
        <Cell title={t('检查')} text={t('从头到尾读一遍，与备份时的校验值比对。')} {...(!isBusy && { onPress: () => onAct('check') })} />
        {kind === 'embedded' && (
          <Cell
            title={t('演练还原')}
            text={t('在临时位置还原并审计，随后删除；不影响正在使用的数据。')}
            {...(!isBusy && { onPress: () => onAct('drill') })}
          />
        )}
      </Section>
      <Section
        title={t('还原备份')}
        note={t(
          '还原会替换所有组织的数据，因此要在服务停止时进行。命令先在临时位置还原并审计，通过后才替换；现在的数据原样保留在一旁，随时可以换回。',
        )}
      >
        <Command text={t('1. 停止服务')} />
        <Command text={t('2. 在服务器上运行')} command={commandOf(backup)} />
        <Command text={t('3. 重新启动服务')} />
      </Section>
    </>
  )
}

const commandOf = ({ kind, path }: BackupShown): string =>
  kind === 'embedded' ? `npm run restore -- --from ${path}` : `deploy/restore.sh ${path} FILES`

const Command = ({ text, command }: { text: string; command?: string }) => (
  <Cell
    title={text}
    {...(command !== undefined && {
      text: <span className="select-all break-all font-mono">{command}</span>,
      value: <IconButton icon={Copy} iconSize={18} label={t('复制命令')} onClick={() => void copyText(command)} />,
    })}
  />
)
