import { seriesColour } from '../../../domain/tables/seriesColours.ts'

/** Which colour is which. */
export const Legend = ({ names }: { names: readonly string[] }) => (
  <ul className="tile-legend">
    {names.map((name, at) => (
      <li key={name}>
        <span className="tile-dot" style={{ background: seriesColour(at) }} aria-hidden />
        {name}
      </li>
    ))}
  </ul>
)
