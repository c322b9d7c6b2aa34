/** English for the words of policies: what is asked before a document is submitted. */
export const policyEnglish: Record<string, string> = {
  先用闲置资产: 'Idle assets first',
  提交前的规定检查: 'Policy check before submission',
  不用闲置资产的原因: 'Why no idle asset is used',
  超出标准或定额的原因: 'Why the limit is exceeded',
  代替采购的单价: 'Unit price of the purchase avoided',
  '{item}还有{free}件闲置（同型号{same}件），在{places}；请先领用或借用，仍要采购请说明原因':
    '{item}: {free} idle ({same} of this model), in {places}. Request or borrow one, or give a reason for buying',
  '与{item}同类的还有{free}件闲置，在{places}；请先领用或借用，仍要采购请说明原因':
    'Similar to {item}: {free} idle, in {places}. Request or borrow one, or give a reason for buying',
  '配置标准“{standard}”最多{limit}件，已有{used}件，加上本次共{total}件；请说明原因':
    'Standard “{standard}” allows {limit}; {used} held, {total} with this request. Please give a reason',
  '{item}的单价{price}超过配置标准“{standard}”的{limit}；请说明原因':
    '{item} costs {price}, above the {limit} of standard “{standard}”. Please give a reason',
  '领用定额“{allowance}”每人每月{limit}，本月已领{used}，加上本次共{total}；请说明原因':
    'Allowance “{allowance}”: {limit} per person per month; {used} drawn this month, {total} with this request. Please give a reason',
  '领用定额“{allowance}”每部门每月{limit}，本月已领{used}，加上本次共{total}；请说明原因':
    'Allowance “{allowance}”: {limit} per department per month; {used} drawn this month, {total} with this request. Please give a reason',
  '超出“{limit}”；请说明原因': 'Above “{limit}”. Please give a reason',

  配置标准: 'Equipment standards',
  标准: 'Standard',
  编辑配置标准: 'Edit standard',
  标准名称: 'Standard',
  适用职位: 'Position',
  不填适用于所有职位: 'Leave empty for all positions',
  适用部门: 'Department',
  '含下级部门；不填适用于所有部门': 'Including subdepartments; leave empty for all departments',
  '数量上限（件）': 'Maximum quantity',
  单价上限: 'Maximum unit price',
  '最低使用年限（月）': 'Minimum service life (months)',
  '到期的资产可以更换，不再计入数量': 'Assets past this age can be replaced and are not counted',
  领用定额: 'Allowances',
  定额: 'Allowance',
  编辑领用定额: 'Edit allowance',
  定额名称: 'Allowance',
  计量对象: 'Counted per',
  每人: 'Person',
  每部门: 'Department',
  适用人员: 'Person',
  '只对这个人；优先于对所有人的定额': 'Only for this person; takes precedence over general allowances',
  耗材和分类都不填时适用于所有耗材: 'Applies to all consumables if neither is filled in',
  每月数量: 'Per month',
}

/** English for receivers of an issue: people, departments, places, projects. */
export const receiverEnglish: Record<string, string> = {
  发放给: 'Issued to',
  不选时发给个人: 'A person if nothing is chosen',
  个人: 'Person',
  地点: 'Place',
  项目: 'Project',
  本行领用人: 'Recipient of this line',
  不填时由上面的领用人使用: 'Leave empty to use the recipient above',
  部门领用: 'Used by department',
  发给部门时请填写使用部门: 'Enter the department',
  发给地点时请填写使用地点: 'Enter the place of use',
  用于资产: 'Used with asset',
  发给资产时请填写用于资产: 'Enter the asset it is used with',
  发给项目时请填写项目: 'Say for which project',
  '第{line}行：不发给个人时，明细行不能填写领用人': 'Line {line}: a line can name a recipient only when issuing to a person',
}
