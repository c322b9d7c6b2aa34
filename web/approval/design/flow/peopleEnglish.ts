/** English for the settings of who is asked and how votes count. */
export const designPeopleEnglish: Readonly<Record<string, string>> = {
  指定部门: 'A specific department',
  表单中的部门: 'A department in the form',
  部门字段: 'Department field',
  有这个职位的所有人: 'Everyone with this position',
  一个部门的所有人: 'Everyone of a department',
  '票签：按票权比例同意': 'A fraction of the weighted votes',
  一票否决: 'One no rejects',
  有一人驳回即为驳回: 'A single rejection rejects it',
  只由一人处理: 'Only one of them',
  在找到的人中选待办最少的: 'The one with the fewest open tasks',
  票权大于一票的人: 'People with more than one vote',
  允许代别人提交: 'Applying for others',
  '申请归被代的人，双方都列在申请上': 'The application is of the other person; both are named on it',
  '{person}的票权': 'Votes of {person}',
}
