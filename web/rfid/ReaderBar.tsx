import { Cable, Keyboard, type LucideIcon, Nfc, Plug, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { ReaderWay } from '../../devices/reader.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { t } from '../words.ts'
import { connect, disconnect, readerWays, setPower, useConnection } from './connection.ts'

/** Which reader is connected, and the way to another one. */
export const ReaderBar = ({ className = '' }: { className?: string }) => {
  const { reader, connecting, wrong } = useConnection()
  const [open, setOpen] = useState(false)
  const connectedWords = reader?.tellsStrength ? t('已连接，能分辨远近') : t('已连接，不能分辨远近')
  return (
    <>
      <Card className={`flex items-center gap-3 ${className}`}>
        <span
          className={`flex size-9 shrink-0 items-center justify-center rounded-full ${reader ? 'bg-good-soft text-good' : 'bg-sunken text-faint'}`}
        >
          <Nfc size={20} aria-hidden />
        </span>
        <span className="min-w-0 flex-1" role="status">
          <span className="block text-body">{reader ? wayTitle(reader.way) : t('没有连接读写器')}</span>
          {wrong ? (
            <span className="block text-small text-bad">{wrong}</span>
          ) : (
            <span className="block truncate text-small text-quiet">{reader ? connectedWords : t('连接后才能读标签')}</span>
          )}
        </span>
        {connecting ? (
          <Spinner />
        ) : (
          <Button kind={reader ? 'plain' : 'secondary'} size="small" icon={reader ? undefined : Plug} onClick={() => setOpen(true)}>
            {reader ? t('设置') : t('连接')}
          </Button>
        )}
      </Card>
      <ConnectSheet open={open} onClose={() => setOpen(false)} />
    </>
  )
}

const wayTitle = (way: ReaderWay): string => readerWays().find((option) => option.way === way)?.title ?? ''
const wayIcons: Readonly<Record<ReaderWay, LucideIcon>> = { bridge: Smartphone, serial: Cable, wedge: Keyboard }

/** The ways to a reader, with what is missing where one is not there, and how strong it sends. */
const ConnectSheet = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { reader } = useConnection()
  return (
    <Sheet open={open} onClose={onClose} title={t('读写器')}>
      {reader && (
        <>
          <PowerChoice />
          <Button
            kind="danger"
            wide
            className="mb-4"
            onClick={() => {
              void disconnect()
              onClose()
            }}
          >
            {t('断开')}
          </Button>
        </>
      )}
      <Section title={reader ? t('换一个读写器') : t('选择连接方式')} flush>
        {readerWays().map(({ way, title, text, possible }) => (
          <Cell
            key={way}
            title={<span className={possible ? '' : 'text-faint'}>{title}</span>}
            text={text}
            icon={wayIcons[way]}
            tint={possible ? undefined : 'var(--faint)'}
            {...(possible && {
              onPress: () => {
                onClose()
                void connect(way)
              },
            })}
          />
        ))}
      </Section>
    </Sheet>
  )
}

/** For a cupboard, a room or a hall; as far as the reader goes. */
const PowerChoice = () => {
  const { reader, powerDbm } = useConnection()
  const power = reader?.power
  if (!power) return null
  const levels = [
    { dbm: Math.max(power.least, 15), words: t('近处（柜子、写标签）') },
    { dbm: Math.min(power.most, 20), words: t('房间') },
    { dbm: power.most, words: t('大厅') },
  ]
  return (
    <Section>
      <Choice
        label={t('功率')}
        value={powerDbm === undefined ? '' : String(powerDbm)}
        placeholder={t('读写器原来的设置')}
        options={levels.map(({ dbm, words }) => ({ value: String(dbm), label: t('{words} {dbm} dBm', { words, dbm }) }))}
        onChange={(value) => value && void setPower(Number(value))}
      />
    </Section>
  )
}
