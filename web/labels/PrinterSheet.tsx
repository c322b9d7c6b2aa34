import { useState } from 'react'
import { type PrinterDpi, printerDpis, type PrinterLanguage, printerLanguages, type PrintingWay } from '../../domain/labels/printer.ts'
import { labelOperations, type PrinterRow } from '../../domain/labels/operations.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { useSend } from '../send.ts'
import { t } from '../words.ts'
import { useAllowed } from '../shell/useAllowed.ts'

export const printingWayWords: Readonly<Record<PrintingWay, string>> = {
  pdf: '系统打印机（PDF）',
  network: '网络打印机',
  station: '打印站',
  serial: '串口',
  usb: 'USB',
  bluetooth: '蓝牙',
  shell: '手持机自带',
}

/** Names of makers' languages, the same for every reader. */
export const languageWords: Readonly<Record<PrinterLanguage, string>> = {
  tspl: 'TSPL',
  zpl: 'ZPL',
  cpcl: 'CPCL',
  escpos: 'ESC/POS',
  brother: 'Brother',
}

const languageHints: Readonly<Record<PrinterLanguage, string>> = {
  tspl: '台半、佳博、驰腾、汉印、得力等大多数标签机',
  zpl: '斑马',
  cpcl: '便携式打印机',
  escpos: '小票机和商米手持机',
  brother: '兄弟 QL、PT',
}

const wayHints: Readonly<Record<PrintingWay, string>> = {
  pdf: '用系统的打印对话框，可以记下偏移和缩放',
  network: '服务器能连到的打印机，填写它的地址',
  station: '打印机旁的电脑开着“打印站”页面，谁都可以往这里打',
  serial: '接在这台电脑串口或配对成串口的打印机',
  usb: '接在 USB 上，Windows 不行',
  bluetooth: '手机或电脑旁的蓝牙打印机',
  shell: '手持机的应用里才能用',
}

const ways: readonly PrintingWay[] = ['network', 'station', 'bluetooth', 'serial', 'usb', 'shell', 'pdf']

/** A decimal number as it is typed; undefined where it is none. */
const numberOf = (text: string): number | undefined => (/^-?\d{1,3}(\.\d{1,2})?$/.test(text.trim()) ? Number(text) : undefined)

/** Registers a printer or changes it. */
export const PrinterSheet = ({ known, onClose }: { known: PrinterRow | undefined; onClose: () => void }) => {
  const [name, setName] = useState(known?.name ?? '')
  const [way, setWay] = useState<PrintingWay>(known?.way ?? 'station')
  const [language, setLanguage] = useState<PrinterLanguage>(known?.language ?? 'tspl')
  const [dpi, setDpi] = useState<PrinterDpi>(known?.dpi ?? 203)
  const [address, setAddress] = useState(known?.address ?? '')
  const [x, setX] = useState(String(known?.offsetXMm ?? 0))
  const [y, setY] = useState(String(known?.offsetYMm ?? 0))
  const [scale, setScale] = useState(String(known?.scalePercent ?? 100))
  const [blackBit, setBlackBit] = useState(known?.blackBit === 0 || known?.blackBit === 1 ? String(known.blackBit) : '')
  const [speed, setSpeed] = useState(known?.speed ? String(known.speed) : '')
  const [density, setDensity] = useState(known?.density ? String(known.density) : '')
  const { send, sending } = useSend(labelOperations.savePrinter, { done: '已保存' })
  const [offsetXMm, offsetYMm, scalePercent] = [numberOf(x), numberOf(y), numberOf(scale)]
  const areNumbersBad = offsetXMm === undefined || offsetYMm === undefined || scalePercent === undefined
  const isBad = areNumbersBad || name.trim() === '' || (way === 'network' && address.trim() === '')
  const save = async () => {
    if (areNumbersBad) return
    try {
      await send({
        ...(known && { id: known.id, version: known.version }),
        name: name.trim(),
        way,
        language,
        dpi,
        address: way === 'network' ? address.trim() : null,
        offsetXMm,
        offsetYMm,
        scalePercent,
        blackBit: blackBitOf(blackBit),
        speed: speed === '' ? null : Number(speed),
        density: density === '' ? null : Number(density),
      })
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  const speaks = way !== 'pdf'
  return (
    <Sheet
      open
      onClose={onClose}
      title={known ? t('修改打印机') : t('添加打印机')}
      tall
      footer={
        <Button wide size="large" busy={sending} disabled={isBad} onClick={() => void save()}>
          {t('保存')}
        </Button>
      }
    >
      <div className="shrink-0">
        <Card flush className="mb-4">
          <TextField label={t('名称')} required maxLength={40} value={name} onChange={setName} placeholder={t('如：三楼仓库')} />
          <WayFields known={known} way={way} onWay={setWay} address={address} onAddress={setAddress} />
          {speaks && (
            <Choice
              label={t('打印机语言')}
              required
              value={language}
              onChange={(value) => setLanguage(printerLanguages.find((option) => option === value) ?? language)}
              options={printerLanguages.map((value) => ({ value, label: languageWords[value] }))}
              hint={t(languageHints[language])}
            />
          )}
          <Choice
            label={t('分辨率')}
            required
            value={String(dpi)}
            onChange={(value) => setDpi(printerDpis.find((dpi) => String(dpi) === value) ?? dpi)}
            options={printerDpis.map((value) => ({ value: String(value), label: String(value) }))}
            hint={t('点每英寸，打印机背面的铭牌上有')}
          />
        </Card>
        <Fine {...{ x, setX, y, setY, scale, setScale }} />
        {speaks && <Others {...{ speed, setSpeed, density, setDensity, blackBit, setBlackBit }} />}
      </div>
    </Sheet>
  )
}

type WayFieldsProps = {
  known: PrinterRow | undefined
  way: PrintingWay
  onWay: (way: PrintingWay) => void
  address: string
  onAddress: (address: string) => void
}

/** How the printer is reached; one of the network only by those who may change what the organisation reaches. */
const WayFields = ({ known, way, onWay, address, onAddress }: WayFieldsProps) => {
  const mayNetwork = useAllowed()('sysoperation:update')
  return (
    <>
      <Choice
        label={t('怎样连接')}
        required
        value={way}
        onChange={(value) => onWay(ways.find((otherWay) => otherWay === value) ?? way)}
        options={ways
          .filter((otherWay) => otherWay !== 'network' || mayNetwork || known?.way === 'network')
          .map((value) => ({ value, label: printingWayWords[value] }))}
        hint={t(wayHints[way])}
      />
      {way === 'network' && (
        <TextField
          label={t('地址')}
          required
          maxLength={300}
          value={address}
          onChange={onAddress}
          placeholder="192.168.1.50:9100"
          inputMode="url"
        />
      )}
    </>
  )
}

type FineProps = Readonly<Record<'x' | 'y' | 'scale', string>> & Readonly<Record<'setX' | 'setY' | 'setScale', (text: string) => void>>

/** How far it prints out of place, and how large. */
const Fine = ({ x, setX, y, setY, scale, setScale }: FineProps) => (
  <Section title={t('位置和大小')} note={t('印得偏了才需要填；先打一张校准页量一量。')}>
    <TextField label={t('右移（毫米）')} value={x} onChange={setX} inputMode="decimal" error={wordsFor(x)} />
    <TextField label={t('下移（毫米）')} value={y} onChange={setY} inputMode="decimal" error={wordsFor(y)} />
    <TextField label={t('缩放（%）')} value={scale} onChange={setScale} inputMode="decimal" error={wordsFor(scale)} />
  </Section>
)

type OthersProps = Readonly<Record<'speed' | 'density' | 'blackBit', string>> &
  Readonly<Record<'setSpeed' | 'setDensity' | 'setBlackBit', (value: string) => void>>

const Others = ({ speed, setSpeed, density, setDensity, blackBit, setBlackBit }: OthersProps) => (
  <Section title={t('其他')}>
    <Choice
      label={t('速度')}
      value={speed}
      onChange={setSpeed}
      placeholder={t('按打印机的设置')}
      options={['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }))}
    />
    <Choice
      label={t('浓度')}
      value={density}
      onChange={setDensity}
      placeholder={t('按打印机的设置')}
      options={Array.from({ length: 15 }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }))}
    />
    <Choice
      label={t('黑点的位')}
      value={blackBit}
      onChange={setBlackBit}
      options={[
        { value: '0', label: '0' },
        { value: '1', label: '1' },
      ]}
      hint={t('测试条黑白反了才需要选；不选按语言的惯例。')}
    />
  </Section>
)

const wordsFor = (text: string): string | undefined => (numberOf(text) === undefined ? t('应为数字') : undefined)

const blackBitOf = (text: string): 0 | 1 | null => {
  if (text === '') return null
  return text === '1' ? 1 : 0
}
