import { attachments, pictures, text } from '../../kernel/field.ts'

/** What every document may carry besides its own words: photographs and files. */
export const papers = { pictures: pictures('图片'), files: attachments('附件') } as const

/** The number of the counting task whose differences it puts into the books. */
export const ofCountTask = text('盘点任务', { required: 'never', filledBy: 'nobody', max: 40 })
