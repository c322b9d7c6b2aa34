/** The work calendar: what is said by the server and the menu. */
export const calendarEnglish: Record<string, string> = {
  工作日历: 'Work calendar',
  保存工作日历: 'Save the work calendar',
  工作日有误: 'The day of the week is not valid',
  每周至少一个工作日: 'At least one working day a week',
  自定义的日期过多: 'Too many custom days',
  下班时间应晚于上班时间: 'The end must be later than the start',
}
