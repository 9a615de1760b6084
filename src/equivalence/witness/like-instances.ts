/** Texts that match a LIKE pattern, and texts that only nearly do. */
export function likeInstances(pattern: string): { satisfy: string[]; near: string[] } {
  const filled = (many: string, one: string): string => pattern.replaceAll('%', many).replaceAll('_', one);
  const core = filled('', 'a');
  const satisfy = [core, filled('x', 'b'), filled(' ab ', 'c')];
  const date = /^%?(\d{4})(-\d{2})?(-\d{2})?-?%?$/.exec(pattern);
  if (date !== null) {
    const day = `${date[1]}${date[2] ?? '-05'}${date[3] ?? '-06'}`;
    satisfy.unshift(day, `${day} 10:00:00`);
  } else if (/^[\d:.%_-]+$/.test(pattern)) satisfy.push(filled('5', '1'), filled('23.456', '2'));
  const near = [
    core.toUpperCase(),
    core.toLowerCase(),
    core.slice(1),
    core.slice(0, -1),
    `x${core}`,
    `${core}x`,
    ...core.split(/\s+/).slice(0, 2),
  ];
  return { satisfy, near: near.filter((text) => text !== '') };
}

/** Texts that match a GLOB pattern without character classes. */
export function globInstances(pattern: string): { satisfy: string[]; near: string[] } {
  return likeInstances(
    pattern
      .replaceAll('*', '%')
      .replaceAll('?', '_')
      .replace(/\[[^\]]*\]/g, 'a'),
  );
}
