import { ClipboardCheck, Landmark, type LucideIcon, Package, ShieldUser, ShoppingBasket, UserRound, UsersRound } from 'lucide-react'
import { roleWordOf, type RoleWord } from '../../domain/access/roles.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { asset } from '../../domain/records/asset.ts'

type Look = { readonly icon: LucideIcon; readonly text: string }

const looks: Readonly<Record<RoleWord, Look>> = {
  tenant: { icon: ShieldUser, text: '管理整个组织：人员、部门、区域、流程，以及全部资产和耗材。' },
  goodsmanager: { icon: Package, text: '管理自己区域里的资产：入库、发放、盘点、维修、处置。' },
  consummanager: { icon: ShoppingBasket, text: '管理自己仓库里的耗材：采购、入库、领用、调整。' },
  finance: { icon: Landmark, text: '查看全部资产、耗材和单据的数量与价值，导出和打印；不办理业务。' },
  auditor: { icon: ClipboardCheck, text: '查看组织里的一切：业务、人员、流程、角色和授权记录；不做任何更改。' },
  ordinary_emp: { icon: UserRound, text: '每个人都有：申请、借用、归还，查看自己名下的资产，处理交给自己的审批。' },
}

/** How a role is shown: a delivered one with words of ours, one of the organisation's own with what it says of itself. */
export const lookOfRole = (roleCode: string, orgId: string, description: string): Look => {
  const word = roleWordOf(roleCode, orgId)
  return word ? looks[word] : { icon: UsersRound, text: description }
}

/** What people call a column that a role may hide; `kind` is the asset as the organisation has it. */
export const hideableLabel = (key: string, { fields }: Pick<RecordKind, 'fields'> = asset): string =>
  key === 'value' ? '价格与价值' : (fields[key]?.label ?? key)
