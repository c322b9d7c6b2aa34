import { attachments, pictures } from '../../kernel/field.ts'

/** What every document may carry besides its own words: photographs and files. */
export const papers = { pictures: pictures('图片'), files: attachments('附件') } as const
