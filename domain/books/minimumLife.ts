import type { Regime } from './regime.ts'

/** The shortest life in months of the classes of GB/T 14885-2022 whose codes begin so. */
type MinimumLives = Readonly<Record<string, number>>

/** Article 60 of the implementing regulations of the income tax law; software: 财税〔2012〕27, article 7; other intangibles: article 67. */
const ofTax: MinimumLives = {
  A01: 240,
  A0201: 36,
  A0202: 36,
  A0203: 48,
  A0204: 60,
  A0205: 120,
  A0206: 60,
  A0208: 36,
  A0209: 36,
  A0210: 60,
  A05: 60,
  A08: 120,
  A080603: 24,
}

/** 财会〔2017〕4号, table 1. */
const ofPublicBodies: MinimumLives = {
  A0101: 360,
  A0102: 96,
  A0201: 72,
  A0202: 72,
  A0203: 96,
  A0204: 60,
  A0205: 120,
  A0206: 60,
  A0208: 60,
  A0209: 60,
  A0210: 60,
  A05: 60,
  A0501: 180,
}

const livesOf: Readonly<Record<Regime, MinimumLives>> = {
  enterprise: ofTax,
  smallEnterprise: ofTax,
  tax: ofTax,
  government: ofPublicBodies,
  none: {},
}

/**
 * The shortest life in months that tax, or the standard of public bodies, has for a class; undefined where the code is none of GB/T 14885. A book may
 * have a shorter one: of an enterprise it is adjusted for tax.
 */
export const minimumLifeOf = (regime: Regime, catCode: string): number | undefined => {
  const lives = livesOf[regime]
  const [longest] = Object.keys(lives)
    .filter((prefix) => catCode.startsWith(prefix))
    .toSorted((a, b) => b.length - a.length)
  return longest === undefined ? undefined : lives[longest]
}
