import type { ReactNode } from 'react'

/** One widget with its name above it. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="specimen">
      <h2 className="specimen-name">{name}</h2>
      <div className="specimen-body">{children}</div>
    </section>
  )
}
