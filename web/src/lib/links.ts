// Links that open for whoever gets them.

import { api, Refused } from './api';

/** The link to a page of a table, with what lets others look on. Who may not let them in passes on how they came in. */
export async function linkTo(id: string, path: string, came: string | null): Promise<string> {
  const url = new URL(path, location.origin);
  const invite = await api.share(id).then(
    (found) => found.invite,
    (problem: unknown) => {
      if (!(problem instanceof Refused) || problem.status !== 403) throw problem;
      if (!came) throw new Refused(403, 'While the match runs, only who opened this table can let others look on.');
      return came;
    },
  );
  url.searchParams.delete('invite');
  if (invite) url.searchParams.set('invite', invite);
  return url.toString();
}
