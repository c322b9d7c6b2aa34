import { ArrowUp, Eye, EyeOff, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type WordListCode, wordLists } from '../../domain/dictionaries/dictionaries.ts'
import { type WordList, wordListSave, wordListsOfOwn, wordsAtMost } from '../../domain/dictionaries/operations.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { Tag } from '../look/Tag.tsx'
import { useLeaveGuard } from '../screen.ts'
import { useSend } from '../send.ts'
import { keysOf } from '../../kernel/keysOf.ts'
import { t } from '../words.ts'

type Word = WordList['words'][number]

/** The words that forms offer, as the organisation wants them: its own, called otherwise, in its order, or offered no more. */
export default function CommonWords({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useAsk(wordListsOfOwn, {}, { staleMs: 0, keep: true })
  const [dictCode, setDictCode] = useState<WordListCode>('unit')
  const list = data?.find((row) => row.dictCode === dictCode)
  const lists = keysOf(wordLists).map((value) => ({ value, label: wordLists[value] }))
  return (
    <Sheet open onClose={onClose} title={t('常用词')} tall>
      <Section note={t('填写单据和档案时可以一点就填。停用后不再提供，已经写下的不变。')}>
        <Choice label={t('词表')} value={dictCode} options={lists} required onChange={(code) => code && setDictCode(code)} />
      </Section>
      {error && !data && <Problem error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton rows={6} picture={false} />}
      {list && <WordListEditor key={`${dictCode} ${JSON.stringify(list.words)}`} list={list} />}
    </Sheet>
  )
}

const WordListEditor = ({ list }: { list: WordList }) => {
  const [words, setWords] = useState<readonly Word[]>(list.words)
  const { send, sending: busy } = useSend(wordListSave, { done: '已保存' })
  const isChanged = JSON.stringify(words) !== JSON.stringify(list.words)
  useLeaveGuard(isChanged)
  const problemOf = (word: Word): string | undefined => {
    if (word.zh.trim() === '') return t('请填写词语')
    return words.filter(({ zh }) => zh.trim() === word.zh.trim()).length > 1 ? t('词语不能重复') : undefined
  }
  const save = async () => {
    try {
      await send({
        dictCode: list.dictCode,
        words: words.map(({ value, zh, en, isRetired }) => ({
          ...(value !== '' && { value }),
          zh: zh.trim(),
          en: en?.trim() || null,
          isRetired,
        })),
      })
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown
    }
  }
  return (
    <>
      <div className="scroller min-h-0 flex-1">
        <Section>
          <ol>
            {words.map((word, index) => (
              <WordRow
                key={word.value === '' ? `new ${index}` : word.value}
                word={word}
                problem={problemOf(word)}
                onChange={(next) => setWords(words.with(index, next))}
                onMoveUp={index > 0 ? () => setWords(words.with(index, words[index - 1] ?? word).with(index - 1, word)) : undefined}
                onRemove={word.delivered ? undefined : () => setWords(words.toSpliced(index, 1))}
              />
            ))}
          </ol>
          {words.length < wordsAtMost && (
            <div className="p-3">
              <Button
                kind="secondary"
                size="small"
                icon={Plus}
                onClick={() => setWords([...words, { value: '', zh: '', en: null, isRetired: false, delivered: null }])}
              >
                {t('添加词语')}
              </Button>
            </div>
          )}
        </Section>
      </div>
      {isChanged && (
        <div className="shrink-0 pt-3">
          <Button wide size="large" busy={busy} disabled={words.some((word) => problemOf(word) !== undefined)} onClick={() => void save()}>
            {t('保存')}
          </Button>
        </div>
      )}
    </>
  )
}

type WordRowProps = {
  word: Word
  problem: string | undefined
  onChange: (word: Word) => void
  onMoveUp: (() => void) | undefined
  onRemove: (() => void) | undefined
}

const WordRow = ({ word, problem, onChange, onMoveUp, onRemove }: WordRowProps) => (
  <li className="flex items-center border-b border-line last:border-none">
    <div className={`min-w-0 flex-1 tablet:flex ${word.isRetired ? 'opacity-60' : ''}`}>
      <div className="min-w-0 flex-1">
        <TextField
          label={t('中文')}
          value={word.zh}
          error={problem}
          maxLength={20}
          hint={word.delivered && word.delivered.zh !== word.zh ? t('原为{name}', { name: word.delivered.zh }) : undefined}
          onChange={(zh) => onChange({ ...word, zh })}
        />
      </div>
      <div className="min-w-0 flex-1">
        <TextField
          label={t('英文')}
          value={word.en ?? ''}
          maxLength={40}
          placeholder={word.delivered?.en ?? word.zh}
          onChange={(en) => onChange({ ...word, en: en === '' ? null : en })}
        />
      </div>
    </div>
    {word.isRetired && <Tag>{t('停用')}</Tag>}
    <IconButton icon={ArrowUp} iconSize={18} label={t('上移')} disabled={!onMoveUp} onClick={onMoveUp} />
    {onRemove ? (
      <IconButton icon={Trash2} iconSize={18} label={t('移除')} onClick={onRemove} />
    ) : (
      <IconButton
        icon={word.isRetired ? Eye : EyeOff}
        iconSize={18}
        label={word.isRetired ? t('启用') : t('不再提供')}
        onClick={() => onChange({ ...word, isRetired: !word.isRetired })}
      />
    )}
  </li>
)
