import { CircleCheckBig, Download, TriangleAlert } from 'lucide-react'
import type { Checked } from '../../domain/bulk/transferOperations.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { t } from '../words.ts'
import { groupErrors, type Stage, unusedHeadersOf, type Way } from './importStage.ts'
import { UnusedColumns } from './ImportMatch.tsx'
import { ImportPictures } from './ImportPictures.tsx'
import { ImportQuestions } from './ImportQuestions.tsx'

const shownErrors = 500
const shownRows = 3

/** What a check found: questions, what would change, what is wrong, and the press that imports. */
export const Report = ({
  stage: {
    checked,
    analysis,
    way: { mapping, answers, createMissing, skipBad },
  },
  busy,
  added,
  onBack,
  onWay,
  onPictures,
  onRejects,
  onCommit,
}: {
  stage: Stage & { at: 'checked' }
  busy: boolean
  added: { done: number; count: number } | undefined
  onBack: () => void
  onWay: (changes: Partial<Way>) => void
  /** Undefined for what has no pictures. */
  onPictures: ((files: readonly File[]) => void) | undefined
  onRejects: () => void
  onCommit: () => void
}) => {
  const { rowCount, pieceCount, updates, badRowCount, errorCount, errors, willCreate, questions, notes, pictures } = checked
  const open = questions.filter(({ answer }) => answer === null).length
  const clean = errorCount === 0
  const unusedHeaders = unusedHeadersOf(analysis, mapping)
  return (
    <>
      <Outcome {...outcomeOf(checked, open, skipBad)} />
      <div className="scroller min-h-0 flex-1 space-y-3">
        {questions.length > 0 && (
          <ImportQuestions
            questions={questions}
            busy={busy}
            onAnswer={(key, answer) => onWay({ answers: { ...answers, [key]: answer } })}
          />
        )}
        {updates.count + updates.sameCount > 0 && <Differences updates={updates} />}
        {notes.length > 0 && (
          <ul className="space-y-1 rounded-card bg-warn-soft px-4 py-3 text-small text-warn">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        {unusedHeaders.length > 0 && <UnusedColumns headers={unusedHeaders} />}
        {onPictures && <ImportPictures pictures={pictures} busy={busy} added={added} onFiles={onPictures} />}
        {(errorCount > 0 || willCreate.length > 0 || createMissing || skipBad) && (
          <ImportChoices checked={checked} createMissing={createMissing} skipBad={skipBad} busy={busy} onWay={onWay} />
        )}
        {errors.length > 0 && <Errors errors={errors} />}
        {badRowCount > 0 && (
          <Button kind="secondary" size="small" icon={Download} busy={busy} onClick={onRejects}>
            {t('下载有错误的行')}
          </Button>
        )}
      </div>
      <div className="flex shrink-0 gap-3 pt-3">
        <Button kind="secondary" size="large" onClick={onBack}>
          {t('上一步')}
        </Button>
        <Button size="large" wide busy={busy} disabled={!clean || open > 0 || pieceCount + updates.count === 0} onClick={onCommit}>
          {commitWords({ pieceCount, rowCount, updated: updates.count })}
        </Button>
      </div>
    </>
  )
}

type ImportChoicesProps = {
  checked: Checked
  createMissing: boolean
  skipBad: boolean
  busy: boolean
  onWay: (changes: Partial<Way>) => void
}

/** What may be left to the import: making what is missing, and leaving out rows that are wrong. */
const ImportChoices = ({ checked, createMissing, skipBad, busy, onWay }: ImportChoicesProps) => {
  const { willCreate, badRowCount } = checked
  return (
    <Card flush>
      <Switch
        label={t('自动新建不存在的档案')}
        text={
          willCreate.length === 0
            ? t('表格提到而还没有的区域、分类、型号、供应商、部门和人员会一并新建')
            : willCreate
                .map(({ title, count, names }) =>
                  t('{title} {count} 项：{names}', { title: t(title), count, names: names.slice(0, 5).join(t('、')) }),
                )
                .join(t('；'))
        }
        value={createMissing}
        onChange={(on) => onWay({ createMissing: on })}
        disabled={busy}
      />
      {(badRowCount > 0 || skipBad) && (
        <Switch
          label={t('跳过有错误的行')}
          text={t('其余的行照常导入；跳过的 {count} 行连同原因可以下载，改好后再导入。', { count: badRowCount })}
          value={skipBad}
          onChange={(on) => onWay({ skipBad: on })}
          disabled={busy}
        />
      )}
    </Card>
  )
}

const Outcome = ({ look, words }: ReportLine) => (
  <Card className={`mb-3 shrink-0 ${outcomeLooks[look].card}`}>
    <p role="status" className={`flex items-center gap-2 text-body font-medium ${outcomeLooks[look].words}`}>
      {look === 'good' ? (
        <CircleCheckBig size={20} className="shrink-0" aria-hidden />
      ) : (
        <TriangleAlert size={20} className="shrink-0" aria-hidden />
      )}
      {words}
    </p>
  </Card>
)

/** What is wrong, cell by cell; the same in many rows once. */
const Errors = ({ errors }: Pick<Checked, 'errors'>) => {
  const groups = groupErrors(errors)
  return (
    <Card flush>
      <table className="w-full text-left text-small">
        <thead className="text-quiet">
          <tr className="border-b border-line">
            <th className="px-3 py-2 font-medium">{t('行')}</th>
            <th className="px-2 py-2 font-medium">{t('列')}</th>
            <th className="px-3 py-2 font-medium">{t('问题')}</th>
          </tr>
        </thead>
        <tbody>
          {groups.slice(0, shownErrors).map(({ rows, column, label, value, words }, index) => (
            <tr key={index} className="border-b border-line align-top last:border-none">
              <td className="max-w-28 px-3 py-2 tabular-nums">
                {rows.slice(0, shownRows).join(t('、'))}
                {rows.length > shownRows && <span className="block text-quiet">{t('共 {count} 行', { count: rows.length })}</span>}
              </td>
              <td className="px-2 py-2 whitespace-nowrap">
                {column} {t(label)}
              </td>
              <td className="px-3 py-2">
                <span className="text-bad">{words}</span>
                {value && <span className="block break-all text-faint">{value}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {groups.length > shownErrors && (
        <p className="px-3 py-2 text-small text-quiet">{t('这里列出前 {shown} 处，其余的在下载的表格里。', { shown: shownErrors })}</p>
      )}
    </Card>
  )
}

/** What of the records on the register would be another, field by field. */
const Differences = ({ updates: { count, sameCount, fields } }: { updates: Checked['updates'] }) => (
  <Card>
    <p className="text-body font-medium">
      {t('更新 {count} 条在册的记录', { count })}
      {sameCount > 0 && <span className="font-normal text-quiet"> · {t('{count} 条没有变化', { count: sameCount })}</span>}
    </p>
    <p className="pb-1 text-small text-quiet">{t('空的单元格不改；状态、使用人和在库的位置只由单据变更。')}</p>
    {fields.map(({ label, count: changedCount, samples }) => (
      <div key={label} className="border-t border-line py-2">
        <p className="flex justify-between text-small font-medium">
          <span>{label}</span>
          <span className="tabular-nums text-quiet">{t('{count} 条', { count: changedCount })}</span>
        </p>
        {samples.map(({ name, before, after }) => (
          <p key={name} className="break-words text-small">
            <span className="text-quiet">{name} </span>
            <span className="text-faint line-through">{before || t('空')}</span>
            <span aria-hidden> → </span>
            <span>{after}</span>
          </p>
        ))}
      </div>
    ))}
  </Card>
)

type ReportLine = { readonly look: 'good' | 'bad' | 'asked'; readonly words: string }

/** In one sentence, what stands in the way or that nothing does. */
const outcomeOf = ({ rowCount, pieceCount, updates, badRowCount, errorCount }: Checked, open: number, skipBad: boolean): ReportLine => {
  if (open > 0) return { look: 'asked', words: t('先回答 {count} 个问题。', { count: open }) }
  if (errorCount > 0) return { look: 'bad', words: t('共 {count} 行，发现 {errors} 处错误。', { count: rowCount, errors: errorCount }) }
  if (skipBad && badRowCount > 0)
    return { look: 'good', words: t('导入 {count} 行，跳过 {skipped} 行。', { count: rowCount, skipped: badRowCount }) }
  if (rowCount > 0 && pieceCount + updates.count === 0)
    return { look: 'good', words: t('{count} 行与在册的一致，没有要导入的。', { count: rowCount }) }
  return { look: 'good', words: t('{count} 行全部可以导入。', { count: rowCount }) }
}

const outcomeLooks: Readonly<Record<ReportLine['look'], { readonly card: string; readonly words: string }>> = {
  good: { card: 'bg-good-soft!', words: 'text-good' },
  bad: { card: 'bg-bad-soft!', words: 'text-bad' },
  asked: { card: 'bg-accent-soft!', words: 'text-accent-strong' },
}

const commitWords = ({ pieceCount, rowCount, updated }: { pieceCount: number; rowCount: number; updated: number }): string => {
  if (updated > 0) return t('新增 {count}，更新 {updated}', { count: pieceCount, updated })
  return pieceCount === rowCount ? t('导入 {count} 行', { count: rowCount }) : t('导入 {count} 件', { count: pieceCount })
}
