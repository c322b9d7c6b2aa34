import { flagOfCell, half, isNothing } from '../../kernel/cell.ts'

/**
 * True for what may be the name of a person. A number, a code, several people in one cell, a yes or no, a department and a remark are none.
 */
export const isPersonName = (text: string): boolean => {
  const name = half(text).trim()
  if (!/^\p{L}[\p{L}\p{M} .·'’-]*$/u.test(name) || isNothing(name) || flagOfCell(name) !== undefined) return false
  if (!/\p{Script=Han}/u.test(name)) return true
  return (
    (/^\p{Script=Han}{2,4}$/u.test(name) || name.includes('·') || /[a-z ]/i.test(name)) &&
    !isDepartmentName(name) &&
    !remarkWords.test(name)
  )
}

/** True for what sounds like a part of an organisation. */
export const isDepartmentName = (text: string): boolean =>
  /^[\p{L}\p{N}（）() ·-]{1,28}(部|科|室|处|组|中心|车间|公司|分公司|事业部|团队|班组|委员会|办公室|department|dept|team|division|office)$/iu.test(
    half(text).trim(),
  )

/** Words that registers write where no one in particular has a thing. */
const remarkWords = /公用|共用|公共|统一|统管|管理|保管|闲置|备用|离职|仓库|库房|待分配|待领|全体|员工|各部门|多人|某部|某人|前台/
