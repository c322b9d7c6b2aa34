import { Section } from '../look/Card.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { scopes, scopeWords } from '../panel/keys.ts'
import { t } from '../words.ts'
import { keysOf } from '../../kernel/keysOf.ts'

type Line = readonly [keys: readonly string[], words: string]

/** The keys that do something everywhere. */
const everywhere: readonly Line[] = [
  [['Ctrl K'], '查找人员、资产、耗材、单据和功能'],
  [['/'], '在当前页面搜索'],
  [['Ctrl Enter'], '在新窗口打开'],
  [['Tab'], '查找时：可以办理的事'],
  [['[', 'Ctrl B'], '收起或展开侧栏'],
  [['?'], '查看快捷键'],
]

/** What a table hears besides the keys of its rows. */
const inTables: readonly Line[] = [
  [['Home', 'End'], '第一行、最后一行'],
  [['Shift ↑', 'Shift ↓'], '连续选择'],
  [['Ctrl A'], '选择已载入的行'],
]

const signs: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' }
const signOf = (key: string): string => signs[key] ?? (key.length === 1 ? key.toUpperCase() : key)

export default function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Sheet open onClose={onClose} title={t('快捷键')}>
      <Keys lines={everywhere} />
      {keysOf(scopes).map((scope) => (
        <Keys
          key={scope}
          title={t(scopeWords[scope])}
          lines={[
            ...Object.values(scopes[scope]).map(({ keys, words }): Line => [keys.map(signOf), words]),
            ...(scope === 'list' ? inTables : []),
          ]}
        />
      ))}
    </Sheet>
  )
}

const Keys = ({ title, lines }: { title?: string; lines: readonly Line[] }) => (
  <Section title={title} flush={false}>
    <dl className="space-y-3">
      {lines.map(([keys, words]) => (
        <div key={words} className="flex items-center justify-between gap-4">
          <dt className="text-body">{t(words)}</dt>
          <dd className="flex gap-2">
            {keys.map((key) => (
              <kbd key={key} className="whitespace-nowrap rounded-chip bg-sunken px-2 py-1 text-small text-quiet">
                {key}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </Section>
)
