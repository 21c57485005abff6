// What the browser keeps, where it keeps anything: storage may be forbidden, full or damaged, and nothing fails by that.

const PREFIX = "shatterproof.";

function kept(store) {
  return {
    /** What was kept under a name; null where there is nothing to be read. */
    get(name) {
      try {
        return JSON.parse(store().getItem(PREFIX + name));
      } catch {
        return null;
      }
    },
    /** Keeps a value; whether that was possible. */
    set(name, value) {
      try {
        store().setItem(PREFIX + name, JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
    remove(name) {
      try {
        store().removeItem(PREFIX + name);
      } catch {
        // What cannot be reached cannot be in the way.
      }
    },
  };
}

/** What outlasts the tab. */
export const lasting = kept(() => localStorage);
/** What a reload of the tab finds again. */
export const ofTab = kept(() => sessionStorage);
