/* What was tried and what was wrong, as a table. */

interface Line {
  readonly what: string
  tried: number
  readonly wrong: string[]
}

const MOST_SHOWN = 10

export class Report {
  readonly #lines = new Map<string, Line>()

  #line(what: string): Line {
    const line = this.#lines.get(what) ?? { what, tried: 0, wrong: [] }
    this.#lines.set(what, line)
    return line
  }

  /** Counts something that only happened. */
  count(what: string, n = 1): void {
    this.#line(what).tried += n
  }

  /** Counts one comparison; `wrong` says what it found. */
  check(what: string, isRight: boolean, wrong: () => string): void {
    const line = this.#line(what)
    line.tried++
    if (!isRight) line.wrong.push(wrong())
  }

  /** The same of two values. */
  same(what: string, about: string, got: unknown, wanted: unknown): void {
    const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)]
    this.check(what, a === b, () => `${about}: ${a} instead of ${b}`)
  }

  get isProven(): boolean {
    return [...this.#lines.values()].every(({ wrong }) => wrong.length === 0)
  }

  table(): string {
    const rows = [...this.#lines.values()].map(({ what, tried, wrong }) => `| ${what} | ${tried} | ${wrong.length} |`)
    const faults = [...this.#lines.values()].flatMap(({ what, wrong }) =>
      wrong.slice(0, MOST_SHOWN).map((words) => `- ${what}: ${words}`),
    )
    return [
      '| What | Tried | Wrong |',
      '| --- | ---: | ---: |',
      ...rows,
      ...(faults.length > 0 ? ['', ...faults] : []),
    ].join('\n')
  }
}
