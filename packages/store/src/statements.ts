/** Texts beyond this many are sent anew each time: names are never given back, and each costs memory in every backend. */
const MAX_NAMED = 300;

/**
 * Names statements by their text, so that Postgres parses and plans each once per connection and not once per call.
 * Statement texts are fixed or built from fixed fragments; what clients send travels as parameters only.
 * @returns the name, or undefined once there are too many
 */
export function statementNames(max = MAX_NAMED): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= max) return known;
    const name = `ingot_${names.size}`;
    names.set(text, name);
    return name;
  };
}
