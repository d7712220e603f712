import './spinner.css'

/** A turning ring in the colour of the text; the words beside it say what is awaited. */
export function Spinner({ large }: { large?: boolean }) {
  return <span className={large ? 'spinner spinner-large' : 'spinner'} aria-hidden="true" />
}
