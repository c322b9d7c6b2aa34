import { onPaper } from '../../../domain/labels/design.ts'
import type { LabelPaper, LabelTemplate, RollPaper, SheetPaper } from '../../../domain/labels/template.ts'
import { Section } from '../../look/Card.tsx'
import { Choice } from '../../look/fields/Choice.tsx'
import { NumberField } from '../../look/fields/NumberField.tsx'
import { TextField } from '../../look/fields/TextField.tsx'
import { t } from '../../words.ts'
import { paperKeyOf, papers } from '../../../domain/labels/papers.ts'
import { MillimetreField } from './MillimetreField.tsx'
import { WordsChoice } from '../../shell/WordsChoice.tsx'

type Props = { template: LabelTemplate; onChange: (template: LabelTemplate, subject?: string) => void }

/** What the label is called, and the paper that it is on. */
export const PaperSettings = ({ template, onChange }: Props) => {
  const { paper, name } = template
  const put = (next: LabelPaper, subject?: string) => onChange(onPaper(template, next), subject && `paper/${subject}`)
  const kind = (next: string) => {
    const nextPaper = papers.find((option) => option.paper.kind === next)
    if (nextPaper && next !== paper.kind) put(nextPaper.paper)
  }
  return (
    <>
      <Section title={t('模板')}>
        <TextField
          label={t('名称')}
          required
          maxLength={40}
          value={name}
          error={name.trim() === '' ? t('请填写名称') : undefined}
          onChange={(next) => onChange({ ...template, name: next }, 'name')}
        />
      </Section>
      <Section title={t('标签纸')}>
        <Choice
          label={t('常用纸')}
          value={paperKeyOf(paper)}
          placeholder={t('自定义')}
          onChange={(key) => {
            const paperChosen = papers.find((paper) => paper.key === key)
            if (paperChosen) put(paperChosen.paper)
          }}
          options={papers.map(({ key, title }) => ({ value: key, label: title }))}
        />
        <Choice
          label={t('种类')}
          required
          value={paper.kind}
          onChange={kind}
          options={[
            { value: 'roll', label: '卷纸' },
            { value: 'sheet', label: '单张' },
          ]}
        />
        <div className="grid grid-cols-2">
          <MillimetreField
            label={t('标签宽')}
            min={8}
            max={300}
            value={paper.widthMm}
            onChange={(widthMm) => put({ ...paper, widthMm }, 'w')}
          />
          <MillimetreField
            label={t('标签高')}
            min={6}
            max={500}
            value={paper.heightMm}
            onChange={(heightMm) => put({ ...paper, heightMm }, 'h')}
          />
        </div>
        <MillimetreField label={t('圆角')} max={50} value={paper.cornerMm} onChange={(cornerMm) => put({ ...paper, cornerMm }, 'corner')} />
        {paper.kind === 'roll' ? <Roll paper={paper} onChange={put} /> : <Sheet paper={paper} onChange={put} />}
      </Section>
    </>
  )
}

const Roll = ({ paper, onChange }: { paper: RollPaper; onChange: (paper: RollPaper, subject?: string) => void }) => (
  <>
    <WordsChoice
      label={t('走纸')}
      value={paper.feed}
      words={{ gap: '间隙', mark: '黑标', continuous: '连续' }}
      onChange={(feed) => onChange({ ...paper, feed, feedMm: feed === 'continuous' ? 0 : paper.feedMm || 2 })}
    />
    {paper.feed !== 'continuous' && (
      <MillimetreField
        label={paper.feed === 'gap' ? t('间隙宽') : t('黑标宽')}
        max={30}
        value={paper.feedMm}
        onChange={(feedMm) => onChange({ ...paper, feedMm }, 'feed')}
      />
    )}
  </>
)

const Sheet = ({ paper, onChange }: { paper: SheetPaper; onChange: (paper: SheetPaper, subject?: string) => void }) => {
  const length = (key: 'leftMm' | 'topMm' | 'pitchXMm' | 'pitchYMm' | 'pageWidthMm' | 'pageHeightMm', label: string, max: number) => (
    <MillimetreField
      label={label}
      max={max}
      step={0.1}
      value={paper[key]}
      onChange={(value) => onChange({ ...paper, [key]: value }, key)}
    />
  )
  return (
    <>
      <div className="grid grid-cols-2">
        <NumberField
          label={t('列')}
          max={20}
          value={String(paper.columns)}
          onChange={(columns) => onChange({ ...paper, columns: Number(columns) || 1 }, 'columns')}
        />
        <NumberField
          label={t('行')}
          max={60}
          value={String(paper.rows)}
          onChange={(rows) => onChange({ ...paper, rows: Number(rows) || 1 }, 'rows')}
        />
        {length('leftMm', t('左边距'), 200)}
        {length('topMm', t('上边距'), 200)}
        {length('pitchXMm', t('横向间隔'), 400)}
        {length('pitchYMm', t('纵向间隔'), 600)}
        {length('pageWidthMm', t('纸宽'), 500)}
        {length('pageHeightMm', t('纸高'), 700)}
      </div>
      <p className="px-4 pb-3 text-small text-faint">{t('间隔是从一个标签的边到下一个标签同一条边的距离。')}</p>
    </>
  )
}
