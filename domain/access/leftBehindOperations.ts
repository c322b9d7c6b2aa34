import * as v from 'valibot'
import { nothing, operation } from '../operations/define.ts'

const piece = v.object({ id: v.string(), name: v.string(), code: v.string() })

/** People out of service in whose names pieces still stand, as far as the caller keeps these pieces; of each the first pieces. */
export const leftBehind = operation({
  name: 'gsgoodsinstance.leftBehind',
  path: '/api/goods/gsgoodsinstance/leftBehind',
  title: '离职待交接',
  access: ['gsgoodsinstance:list'],
  input: nothing,
  output: v.object({
    /** How many pieces in all. */
    pieces: v.number(),
    list: v.array(
      v.object({
        uid: v.string(),
        userName: v.string(),
        deptName: v.nullable(v.string()),
        pieces: v.number(),
        inUse: v.array(piece),
        lent: v.array(piece),
      }),
    ),
  }),
  reads: true,
})
