import { type FormEvent, useState } from 'react'
import { signOnOperations } from '../../domain/signOn/operations.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { useSend } from '../send.ts'
import { t } from '../words.ts'
import { CopyCell } from './CopyCell.tsx'

/** What leads to this organisation on the sign-in page. `base`: where people reach us. */
export const WordsForm = ({ known, base, onDone }: { known: readonly string[]; base: string; onDone: () => void }) => {
  const [typedWords, setTypedWords] = useState(known.join(' '))
  const [problem, setProblem] = useState('')
  const { send, sending } = useSend(signOnOperations.saveWords, { done: '已保存', quiet: true })
  const words = typedWords.split(/[\s,，、;；@]+/).filter(Boolean)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await send({ words })
      onDone()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    }
  }
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Section>
        <TextField
          label={t('简称和域名')}
          value={typedWords}
          onChange={(text) => {
            setTypedWords(text)
            setProblem('')
          }}
          placeholder="yuanshan yuanshan.com"
          hint={t('用空格分开；域名是公司邮箱 @ 后面的部分')}
          error={problem}
        />
      </Section>
      {words[0] && (
        <Section>
          <CopyCell label={t('登录链接')} text={`${base}/#/pages/signon?word=${encodeURIComponent(words[0].toLowerCase())}`} />
        </Section>
      )}
      <Button type="submit" size="large" wide busy={sending}>
        {t('保存')}
      </Button>
    </form>
  )
}
