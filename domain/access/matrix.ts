import type { FunctionCode } from '../rules/functionCode.ts'
import { allCodes, codesOf, codesOfNoun, isReadingCode, verbTitle } from './codes.ts'
import { menuFor } from './menus.ts'

/** What may be done with one noun: a row of the matrix of a role. */
export type MatrixRow = { readonly noun: string; readonly title: string; readonly codes: readonly FunctionCode[] }
export type MatrixGroup = { readonly code: string; readonly title: string; readonly rows: readonly MatrixRow[] }

/** Nouns that have no entry of their own in the menu, with the group to which they belong. */
const besides: Readonly<Record<string, readonly (readonly [noun: string, title: string])[]>> = {
  gs_work: [['gsinventorytask', '盘点任务']],
  gs_base: [['gslocuser', '区域人员']],
  organisation: [
    ['sysuser', '账号与授权'],
    ['msgchat', '部门群和全员群'],
    ['host', '聊天平台'],
  ],
  office: [['attstat', '考勤统计']],
}

/** Every function code once: by the groups of the menu, in its order, then by noun. */
export const roleMatrix = (): readonly MatrixGroup[] => {
  const menu = menuFor(codesOf(['tenant']))
  const placedNouns = new Set(Object.values(besides).flatMap((nouns) => nouns.map(([noun]) => noun)))
  return menu
    .filter(({ resourceTypeCode }) => resourceTypeCode === 'menu')
    .map(({ resourceCode: code, resourceName: title }) => {
      const rows: (readonly [noun: string, title: string])[] = []
      for (const { parentCode, funs, resourceName } of menu) {
        const noun = parentCode === code ? nounOf(funs[0]?.resourceCode) : undefined
        if (noun === undefined || placedNouns.has(noun)) continue
        placedNouns.add(noun)
        rows.push([noun, resourceName])
      }
      return { code, title, rows: [...rows, ...(besides[code] ?? [])].map(rowOf) }
    })
    .filter(({ rows }) => rows.length > 0)
}

const nounOf = (code: string | undefined): string | undefined => code?.split(':')[0]
const rowOf = ([noun, title]: readonly [noun: string, title: string]): MatrixRow => ({ noun, title, codes: codesOfNoun(noun) })

const titles = new Map<string, string>()

/** What a code is about and what it allows, in Chinese, as a line of words. */
export const codeTitles = (code: FunctionCode): readonly [noun: string, verb: string] => {
  if (titles.size === 0) for (const { rows } of roleMatrix()) for (const { noun, title } of rows) titles.set(noun, title)
  return [titles.get(nounOf(code) ?? '') ?? code, verbTitle(code)]
}

/** A delivered set of codes that a new role begins with. */
export type RoleTemplate = { readonly title: string; readonly description: string; readonly codes: readonly FunctionCode[] }

const allOf = (...nouns: readonly string[]): readonly FunctionCode[] => nouns.flatMap(codesOfNoun)

/**
 * The three administrators that a graded protection of information systems (等保) asks for: each has what the others have not. Each is copied
 * into a role of the organisation's own.
 */
export const roleTemplates = (): readonly RoleTemplate[] => [
  {
    title: '系统管理员（等保）',
    description: '维护组织、人员、流程和设置；不授权，不办理业务。',
    codes: [
      ...allOf('sysoperation', 'person', 'sysdept', 'invitation', 'workflow', 'host', 'mylogtemplate', 'attgroup', 'netdisk', 'msgchat'),
      'sysuser:update',
    ],
  },
  {
    title: '安全管理员（等保）',
    description: '制定角色，授予和收回角色；不维护人员，不办理业务。',
    codes: [...allOf('sysrole'), 'sysuser:grant', ...codesOfNoun('person').filter(isReadingCode)],
  },
  { title: '审计员（等保）', description: '查看全部业务、角色和授权记录；不做任何更改。', codes: allCodes().filter(isReadingCode) },
]
