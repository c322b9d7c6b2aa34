import { useState } from 'react'
import { attendanceOperations } from '../../domain/attendance/operations.ts'
import { readPunches } from '../../domain/attendance/sheet.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { useSend } from '../send.ts'
import { t } from '../words.ts'

/** What a time clock exports, pasted: a number and a time in each line. */
export const ImportPunches = () => {
  const [text, setText] = useState('')
  const [said, setSaid] = useState<string>()
  const { send, sending } = useSend(attendanceOperations.importPunches)
  const { rows, wrong } = readPunches(text)
  const [firstWrong] = wrong
  const take = async () => {
    const total: { imported: number; known: number; unknown: string[] } = { imported: 0, known: 0, unknown: [] }
    for (let start = 0; start < rows.length; start += atOnce) {
      const result = await send({ source: 'import', rows: rows.slice(start, start + atOnce) })
      total.imported += result.imported
      total.known += result.known
      total.unknown.push(...result.unknown)
    }
    setText('')
    setSaid(
      [
        t('导入{count}条', { count: total.imported }),
        total.known > 0 && t('已有{count}条', { count: total.known }),
        total.unknown.length > 0 && t('没有找到：{numbers}', { numbers: [...new Set(total.unknown)].slice(0, 20).join('、') }),
      ]
        .filter(Boolean)
        .join('，'),
    )
  }
  return (
    <div>
      <Card flush>
        <TextArea
          label={t('考勤机记录')}
          value={text}
          onChange={(value) => {
            setText(value)
            setSaid(undefined)
          }}
          placeholder={'QH001 2026-11-02 08:52\nQH001 2026-11-02 18:10'}
          hint={t('每行一条：工号或登录名、日期、时间。可以从表格里整列复制。重复导入不会多记。')}
        />
      </Card>
      {firstWrong && <p className="px-1 pt-2 text-small text-bad">{t('第{line}行看不懂：{text}', firstWrong)}</p>}
      {said && <p className="px-1 pt-2 text-body text-good">{said}</p>}
      <Button
        className="mt-4"
        size="large"
        wide
        busy={sending}
        disabled={rows.length === 0 || wrong.length > 0}
        onClick={() => void take().catch(() => undefined)}
      >
        {rows.length > 0 ? t('导入{count}条', { count: rows.length }) : t('导入')}
      </Button>
    </div>
  )
}

const atOnce = 2000
