import { ArrowDown, ArrowUp, Braces, CopyPlus, type LucideIcon, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { kindOfElement } from '../../../domain/labels/design.ts'
import {
  type CodeElement,
  type LabelElement,
  type LabelText,
  type LabelTemplate,
  symbologies,
  type TextElement,
} from '../../../domain/labels/template.ts'
import { Section } from '../../look/Card.tsx'
import { Choice } from '../../look/fields/Choice.tsx'
import { choose } from '../../look/overlays/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { NumberField } from '../../look/fields/NumberField.tsx'
import { TextArea } from '../../look/fields/TextArea.tsx'
import { t } from '../../words.ts'
import { PictureUpload } from '../../forms/PictureUpload.tsx'
import { type LabelBindings, useBindings } from '../useBindings.ts'
import { elementLooks, textToKeep, textToRead } from './elementLook.ts'
import { MillimetreField } from './MillimetreField.tsx'
import { firstOf } from '../../../kernel/assert.ts'
import { WordsChoice } from '../../shell/WordsChoice.tsx'

type Props = {
  template: LabelTemplate
  at: number
  /** What is wrong with it, in words. */
  warnings: readonly string[]
  /** `about` names what is being typed, so that taking back takes back all of it. */
  onChange: (element: LabelElement, subject?: string) => void
  onCopy: () => void
  onRemove: () => void
  onStack: (step: -1 | 1) => void
}

/** Everything that may be said about one element of a label. */
export const ElementSettings = ({ template, at, warnings, onChange, onCopy, onRemove, onStack }: Props) => {
  const { noun, paper, elements } = template
  const bindings = useBindings(noun)
  const element = elements[at]
  if (!element) return null
  const { icon: Icon, title } = elementLooks[kindOfElement(element)]
  const change = (part: object, subject?: string) => onChange({ ...element, ...part }, subject && `${at}/${subject}`)
  return (
    <div key={at}>
      <div className="flex min-h-11 items-center gap-2 pb-1">
        <Icon size={16} className="ml-1 text-accent" aria-hidden />
        <h3 className="min-w-0 flex-1 truncate text-small font-medium text-quiet">{t(title)}</h3>
        <Tool icon={ArrowUp} label={t('移到上层')} disabled={at === elements.length - 1} onPress={() => onStack(1)} />
        <Tool icon={ArrowDown} label={t('移到下层')} disabled={at === 0} onPress={() => onStack(-1)} />
        <Tool icon={CopyPlus} label={t('复制')} onPress={onCopy} />
        <Tool icon={Trash2} label={t('删除')} onPress={onRemove} />
      </div>
      {warnings.length > 0 && (
        <ul className="mb-4 space-y-1 rounded-card bg-warn-soft px-4 py-3 text-small text-warn">
          {warnings.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {element.type === 'text' && <TextSettings element={element} bindings={bindings} onChange={change} />}
      {element.type === 'code' && <CodeSettings element={element} bindings={bindings} onChange={change} />}
      {element.type === 'picture' && (
        <Section>
          <PictureUpload
            label={t('图片')}
            value={element.file ? [element.file] : []}
            max={1}
            hint={t('打印成黑白，线条清楚的标志效果最好。')}
            onChange={([file = '']) => change({ file })}
          />
        </Section>
      )}
      {element.type === 'frame' && (
        <Section>
          <MillimetreField
            label={t('线宽')}
            min={0.1}
            max={5}
            step={0.1}
            value={element.thickMm}
            onChange={(thickMm) => change({ thickMm }, 'thick')}
          />
          <MillimetreField label={t('圆角')} max={20} value={element.cornerMm} onChange={(cornerMm) => change({ cornerMm }, 'corner')} />
        </Section>
      )}
      <BoxSettings element={element} paper={paper} onChange={change} />
      <WhenSettings element={element} bindings={bindings} onChange={change} />
    </div>
  )
}

type BoxSettingsProps = { element: LabelElement; paper: LabelTemplate['paper']; onChange: (part: object, subject?: string) => void }

/** Where an element stands and how large it is. */
const BoxSettings = ({ element, paper, onChange }: BoxSettingsProps) => (
  <Section title={t('位置和大小（毫米）')}>
    <div className="grid grid-cols-2">
      <MillimetreField label={t('左')} max={paper.widthMm} value={element.xMm} onChange={(xMm) => onChange({ xMm }, 'x')} />
      <MillimetreField label={t('上')} max={paper.heightMm} value={element.yMm} onChange={(yMm) => onChange({ yMm }, 'y')} />
      <MillimetreField
        label={t('宽')}
        min={0.3}
        max={paper.widthMm}
        value={element.widthMm}
        onChange={(widthMm) => onChange({ widthMm }, 'w')}
      />
      <MillimetreField
        label={t('高')}
        min={0.3}
        max={paper.heightMm}
        value={element.heightMm}
        onChange={(heightMm) => onChange({ heightMm }, 'h')}
      />
    </div>
  </Section>
)

type PartProps<E> = { element: E; bindings: LabelBindings; onChange: (part: Partial<E>, subject?: string) => void }

const Tool = ({ icon, label, disabled, onPress }: { icon: LucideIcon; label: string; disabled?: boolean; onPress: () => void }) => (
  <IconButton icon={icon} iconSize={18} label={label} disabled={disabled} onClick={onPress} className="text-quiet" />
)

const TextSettings = ({ element, bindings, onChange }: PartProps<TextElement>) => (
  <Section>
    <ContentField label={t('内容')} text={element.text} bindings={bindings} onChange={(text) => onChange({ text }, 'text')} />
    <MillimetreField
      label={t('字高（毫米）')}
      min={1}
      max={60}
      value={element.sizeMm}
      onChange={(sizeMm) => onChange({ sizeMm }, 'size')}
    />
    <WordsChoice
      label={t('粗细')}
      value={element.weight}
      words={{ medium: '常规', bold: '加粗' }}
      onChange={(weight) => onChange({ weight })}
    />
    <NumberField
      label={t('最多行数')}
      min={1}
      max={20}
      value={String(element.lines)}
      onChange={(lines) => onChange({ lines: Number(lines) || 1 }, 'lines')}
    />
    <WordsChoice label={t('放不下时')} value={element.fit} words={{ shrink: '缩小', cut: '截断' }} onChange={(fit) => onChange({ fit })} />
    <WordsChoice
      label={t('水平对齐')}
      value={element.align}
      words={{ left: '左', center: '中', right: '右' }}
      onChange={(align) => onChange({ align })}
    />
    <WordsChoice
      label={t('垂直对齐')}
      value={element.vertical}
      words={{ top: '上', middle: '中', bottom: '下' }}
      onChange={(vertical) => onChange({ vertical })}
    />
  </Section>
)

const CodeSettings = ({ element, bindings, onChange }: PartProps<CodeElement>) => (
  <Section>
    <Choice
      label={t('码制')}
      required
      value={element.symbology}
      onChange={(next) => onChange({ symbology: symbologies.find((option) => option === next) ?? element.symbology })}
      options={symbologies.map((value) => ({ value, label: elementLooks[value].title }))}
    />
    <ContentField label={t('扫出来的内容')} text={element.text} bindings={bindings} onChange={(text) => onChange({ text }, 'text')} />
    <Choice
      label={t('点的大小')}
      value={element.moduleDots === undefined ? '' : String(element.moduleDots)}
      placeholder={t('尽量大')}
      onChange={(dots) => onChange({ moduleDots: dots === '' ? undefined : Number(dots) })}
      options={Array.from({ length: 12 }, (_, index) => ({ value: String(index + 1), label: t('{count}点', { count: index + 1 }) }))}
    />
  </Section>
)

/** A text with places for fields: typed, or put in from a list. */
const ContentField = ({
  label,
  text,
  bindings,
  onChange,
}: {
  label: string
  text: LabelText
  bindings: LabelBindings
  onChange: (text: LabelText) => void
}) => {
  // What is being typed stays as it is: half a place is no field yet.
  const [typedText, setTypedText] = useState<{ readonly text: LabelText; readonly shown: string }>()
  const shownText = typedText?.text === text ? typedText.shown : textToRead(text, bindings)
  const put = (next: string) => {
    const storedText = textToKeep(next, bindings)
    setTypedText({ text: storedText, shown: next })
    onChange(storedText)
  }
  const insert = async () => {
    const key = await choose(
      t('插入字段'),
      bindings.map((binding) => ({ value: binding.key, label: t(binding.label) })),
    )
    if (key === undefined) return
    // A lone field is exchanged, beside words one more is added.
    const place = textToRead(`{${key}}`, bindings)
    put(/^\s*(\{[^{}]*\})?\s*$/.test(shownText) ? place : shownText + place)
  }
  return (
    <div className="border-b border-line">
      <TextArea label={label} lines={2} max={300} value={shownText} onChange={put} />
      <button
        type="button"
        onClick={() => void insert()}
        className="pressable flex min-h-11 w-full items-center gap-1.5 px-4 text-body text-accent-strong"
      >
        <Braces size={16} aria-hidden />
        {t('插入字段')}
      </button>
    </div>
  )
}

/** Whether it is always drawn. */
const WhenSettings = ({ element, bindings, onChange }: PartProps<LabelElement>): ReactNode => {
  const { when } = element
  const field = when?.field ?? firstOf(bindings).key
  return (
    <Section title={t('显示条件')}>
      <Choice
        label={t('何时打印')}
        required
        value={when?.is ?? 'always'}
        onChange={(is) => onChange({ when: is === 'filled' || is === 'empty' ? { field, is } : undefined })}
        options={[
          { value: 'always', label: '总是' },
          { value: 'filled', label: '有值时' },
          { value: 'empty', label: '为空时' },
        ]}
      />
      {when && (
        <Choice
          label={t('看哪个字段')}
          required
          value={when.field}
          onChange={(next) => onChange({ when: { ...when, field: next } })}
          options={bindings.map(({ key, label }) => ({ value: key, label }))}
        />
      )}
    </Section>
  )
}
