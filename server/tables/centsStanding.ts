/** Where an amount of the ledger stands: it is shown, asked for and grouped by to the cent, and added up as it is, so that every total says the same. */
export const centsStanding = (amount: string): { readonly sql: string; readonly sumSql: string; readonly groupSql: string } => {
  const cents = `round(${amount}, 2)`
  return { sql: cents, sumSql: amount, groupSql: cents }
}
