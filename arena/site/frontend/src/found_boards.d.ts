declare module "arena:boards" {
  const boards: Record<string, import("./board").GameBoard>;
  export = boards;
}
