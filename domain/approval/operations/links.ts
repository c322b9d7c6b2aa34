import * as v from 'valibot'
import { idInput, listInput, operation, pageOf } from '../../operations/define.ts'
import { link, processRow } from './process.ts'

const read = { reads: true } as const
const basePath = '/api/workflow'

/** Applications that a field of another one leads to. */
export const linkOperations = {
  linkable: operation({
    name: 'workflow.linkable',
    path: `${basePath}/linkable`,
    title: '可关联的申请',
    access: 'signed-in',
    /** Those that the caller has or had a part in, the newest first; the person who looks after flows sees all. */
    input: v.strictObject(listInput),
    output: pageOf(processRow),
    answer: 'page',
    ...read,
  }),
  links: operation({
    name: 'workflow.links',
    path: `${basePath}/links`,
    title: '关联的申请',
    access: 'signed-in',
    /** In the order asked; one that is not there, or that the caller may not read, is left out. */
    input: v.strictObject({ ids: v.pipe(v.array(idInput), v.maxLength(100, '最多{max}项')) }),
    output: v.object({ list: v.array(link) }),
    ...read,
  }),
} as const
