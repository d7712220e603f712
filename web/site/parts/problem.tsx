/** @jsxImportSource preact */

/** Why something was refused, said to screen readers too. */
export const Problem = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  )
