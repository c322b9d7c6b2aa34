/** English for the screens of roles. */
export const rolesWebEnglish: Readonly<Record<string, string>> = {
  搜索角色: 'Search roles',
  没有找到角色: 'No roles found',
  空白角色: 'Empty role',
  复制为新角色: 'Copy as a new role',
  '{name}（副本）': '{name} (copy)',
  '{count}人会立即失去这个角色的权限。': '{count} {count|person|people} will lose the permissions of this role immediately.',
  数据范围: 'Data scope',
  能看到的资产: 'Assets shown',
  隐藏的列: 'Hidden columns',
  价格与价值: 'Prices and values',
  没有勾选任何权限: 'No permissions selected',
  '此外还能做普通员工能做的一切。': 'In addition to everything an employee can do.',
  '查看全部资产、耗材和单据的数量与价值，导出和打印；不办理业务。':
    'Sees quantities and values of all assets, consumables and documents; can export and print; does not handle documents.',
  '查看组织里的一切：业务、人员、流程、角色和授权记录；不做任何更改。':
    'Sees everything in the organisation: documents, people, flows, roles and grants; changes nothing.',
  变更记录: 'Changes',
  新建了角色: 'created the role',
  修改了角色: 'changed the role',
  删除了角色: 'deleted the role',
  角色名称: 'Name',
  权限: 'Permissions',
  '：': ': ',
  '权限（{count}项）': 'Permissions ({count})',
  哪个角色给了哪项权限: 'Which role grants which permission',
  '有这个角色的人能看到哪些资产和单据；一个人有几个角色时，范围合在一起。只读的权限不会因此变成可以办理。':
    'Which assets and documents people with this role can see. Scopes of several roles add up; a permission to view never becomes a permission to change.',
  '隐藏的列不显示、不导出，也不能筛选、排序、汇总和填写。“价格与价值”包括单据和库存里的金额。':
    'Hidden columns are not shown or exported, and cannot be filtered, sorted, totalled or filled in. “Prices and values” includes amounts in documents and stock.',
  '您的更改会丢失。': 'Your changes will be lost.',
  查看最新内容: 'Show latest version',
  '灰色的权限每个人都有，或者您自己没有，不能在这里更改。':
    'Greyed-out permissions belong to everyone, or you do not have them yourself; they cannot be changed here.',
  '已选{count}/{total}': '{count} of {total} selected',
  '只读预览：不显示具体内容，也不能代为操作。每次预览都会记录。':
    'Read-only preview: no records are shown and nothing can be done on the person’s behalf. Every preview is logged.',
  能看到的数量: 'What is visible',
  菜单: 'Menu',
  库存: 'Stock',
  '预览：{name}': 'Preview: {name}',
  这个人看到的菜单和数量: 'The menu and counts this person sees',
  预览了权限: 'previewed permissions',
  只选查看: 'View only',
}
