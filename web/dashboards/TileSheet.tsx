import { useState } from 'react'
import type { AnsweredTile } from '../../domain/dashboards/operations.ts'
import { dashboardColumns, tileRowsAtMost, tileShapes, type TileShape, trendDays } from '../../domain/dashboards/tile.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { t } from '../words.ts'
import { shapesOf } from './shapes.ts'

type Props = { tile: AnsweredTile; onClose: () => void; onSaved: (tile: AnsweredTile) => void; onRemoved: () => void }

const numbersTo = (count: number) => Array.from({ length: count }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))

/** What a tile is called, its shape and size, and whether its figure is kept each night. */
export const TileSheet = ({ tile, onClose, onSaved, onRemoved }: Props) => {
  const [draft, setDraft] = useState(tile)
  const change = (part: Partial<AnsweredTile>) => setDraft({ ...draft, ...part })
  const isOverTime = draft.shape === 'trend' || draft.shape === 'change'
  const finish = () => onSaved(draft.shape === tile.shape ? draft : { ...draft, answer: { ...draft.answer, state: 'unasked' } })
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('设置：{title}', { title: tile.title })}
      footer={
        <Button wide disabled={draft.title.trim() === ''} onClick={finish}>
          {t('确定')}
        </Button>
      }
    >
      <Card flush className="mb-4 shrink-0">
        <TextField label={t('名称')} value={draft.title} onChange={(title) => change({ title })} maxLength={60} required />
        <ShapeChoice shapes={shapesOf(tile)} value={draft.shape} onChange={(shape) => change({ shape })} />
        <Choice
          label={t('宽度（列）')}
          value={String(draft.width)}
          required
          options={numbersTo(dashboardColumns)}
          onChange={(value) => change({ width: Number(value) })}
        />
        <Choice
          label={t('高度（行）')}
          value={String(draft.height)}
          required
          options={numbersTo(tileRowsAtMost)}
          onChange={(value) => change({ height: Number(value) })}
        />
        <Switch
          label={t('每晚保留数值')}
          text={t('从今晚起每晚保留一次，用于比较和逐日曲线；只有权限相同的人能看到')}
          value={draft.isKept}
          onChange={(isKept) => change({ isKept })}
        />
        {isOverTime && (
          <Choice
            label={t('时间长度')}
            value={String(draft.days)}
            required
            options={trendDays.map((days) => ({ value: String(days), label: t('{count}天', { count: days }) }))}
            onChange={(value) => change({ days: trendDays.find((days) => String(days) === value) ?? 30 })}
          />
        )}
      </Card>
      <Button kind="danger" wide onClick={onRemoved}>
        {t('从仪表板移除')}
      </Button>
    </Sheet>
  )
}

type ShapeProps = { shapes: readonly TileShape[]; value: TileShape; onChange: (shape: TileShape) => void }

/** The shapes that fit a question. */
export const ShapeChoice = ({ shapes, value, onChange }: ShapeProps) => (
  <Choice
    label={t('形式')}
    value={value}
    required
    options={shapes.map((shape) => ({ value: shape, label: tileShapes[shape] }))}
    onChange={onChange}
  />
)
