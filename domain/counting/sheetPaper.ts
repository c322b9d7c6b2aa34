import type { Speaker } from '../../kernel/fields/kind.ts'
import { sheetMarks } from './sheetOperations.ts'
import { momentWords, type Paper, type PrintContext } from '../paper/paper.ts'

/** One line to be looked for. */
export type SheetLine = {
  readonly code: string
  readonly name: string
  readonly place: string
  readonly holder: string
  /** Of a supply; empty of a piece. */
  readonly unit: string | null
  /** What the own fields of a piece say that are to be confirmed, in the order of their labels. */
  readonly ownWords: readonly string[]
}

/** A sheet to count by: what is to be looked for, and room for what was found. It says no amounts, so the person who counts really counts. */
export const sheetPaper = (
  task: { readonly code: string; readonly name: string; readonly place: string; readonly ownLabels: readonly string[] },
  lines: readonly SheetLine[],
  { say }: Pick<Speaker, 'say'>,
  { organisation, by, at }: PrintContext,
): Paper => {
  const boxes = Object.values(sheetMarks)
    .map((mark) => `□${say(mark)}`)
    .join(' ')
  return {
    title: say('纸质盘点表'),
    organisation,
    status: '',
    good: false,
    size: 'A4',
    ...(task.ownLabels.length > 1 && { landscape: true }),
    facts: [
      { label: say('盘点任务'), value: task.code },
      { label: say('盘点名称'), value: task.name },
      { label: say('区域'), value: task.place || say('全部范围') },
      { label: say('项数'), value: String(lines.length) },
    ],
    fields: [],
    tables: [
      {
        title: say('盘点明细'),
        columns: ['编码', '名称', '区域', '使用人', ...task.ownLabels, '结果', '备注'].map((label) => ({
          label: say(label),
          number: false,
        })),
        rows: lines.map(({ code, name, place, holder, unit, ownWords }) => [
          code,
          name,
          place,
          holder,
          ...ownWords,
          unit === null ? boxes : `________ ${unit}`,
          '',
        ]),
      },
    ],
    total: undefined,
    decisions: [],
    comments: [],
    signing: ['盘点人', '监盘人', '盘点日期'].map((label) => ({ label: say(label), signature: undefined })),
    foot: say('{name}打印于{time}', { name: by, time: momentWords(at) }),
    headings: { form: say('概况'), decisions: say('审批记录'), comments: say('评论') },
  }
}
