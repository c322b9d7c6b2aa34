/** The kind of the job that reminds the people of an organisation every morning: there is one in each, and it asks for its next one itself. */
export const reminderJob = 'reminders.daily'
